"""Files of Swiss-Manager: .TUNX, .TURX, .TUMX and .TUTX, which are one form."""

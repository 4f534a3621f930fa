"""Time controls: how arbiters write them, how much time they give. Whether it is enough is for admission to say."""

from arpad.timecontrol.control import SECONDS_IN_MINUTE, Period, TimeControl, Unread, parse, parse_encoded

__all__ = ["SECONDS_IN_MINUTE", "Period", "TimeControl", "Unread", "parse", "parse_encoded"]

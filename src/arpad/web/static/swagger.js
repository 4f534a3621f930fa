// The packaged documentation of the API, where it is asked for.
"use strict";
document.querySelector("details.try")?.addEventListener("toggle", (event) => {
  const place = document.getElementById("swagger");
  if (event.target.open && !place.childElementCount) window.SwaggerUIBundle({ url: place.dataset.description, domNode: place, validatorUrl: null, deepLinking: false });
});

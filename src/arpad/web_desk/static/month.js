// Keys: an element with data-key is followed by that letter. One that needs a field first leads to the field while it is empty.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const found = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!found) return;
  event.preventDefault();
  const needed = found.dataset.needs && document.getElementById(found.dataset.needs);
  if (needed && !needed.value.trim()) needed.focus();
  else found.click();
});

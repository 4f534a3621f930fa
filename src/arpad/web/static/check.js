// Drop a file anywhere on the checker's form.
"use strict";
for (const form of document.querySelectorAll("form[data-drop]")) {
  const field = form.querySelector("input[type=file]"), label = field.closest("label");
  form.addEventListener("dragover", (event) => { event.preventDefault(); label.classList.add("over-it"); });
  form.addEventListener("dragleave", () => label.classList.remove("over-it"));
  form.addEventListener("drop", (event) => { event.preventDefault(); field.files = event.dataTransfer.files; form.requestSubmit(); });
  field.addEventListener("change", () => { if (field.files.length) form.requestSubmit(); });
}

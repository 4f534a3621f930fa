// Passkeys: the form has the question for the authenticator, and sends its answer. Without a script, password and code work.
"use strict";
for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.addEventListener("submit", async (event) => {
    if (form.elements.answer.value) return;
    event.preventDefault();
    const kind = form.dataset.passkey, options = JSON.parse(form.dataset.options);
    try {
      const credential = kind === "create"
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      form.elements.answer.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch (error) {
      form.dataset.failed = error.name;
      form.querySelector("button").setCustomValidity("");
    }
  });
}

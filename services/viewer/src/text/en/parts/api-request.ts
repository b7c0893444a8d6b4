/** Texts about a page as a request of the API. */
export const apiRequestTexts = {
  open: "Copy as API request",
  title: "API request",
  key: "Put a key of your account into the variable JETWIRE_KEY. Keys are on My desk.",
  curl: "curl",
  client: "Client code",
};

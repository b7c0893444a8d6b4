/** Makes an element; its text is only ever text, whatever it looks like. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text?: string | null,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}

/** An element that the page has by its id. */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} #${id}`);
}

/** Whether there is something to show: messages without content have a text that is empty or blank. */
export function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== "";
}

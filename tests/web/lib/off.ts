/** A button that is off can have the focus, and a press on it does nothing. */
export const isOff = (button: Element) => button.getAttribute("aria-disabled") === "true";

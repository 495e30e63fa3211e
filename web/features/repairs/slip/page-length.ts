const mmPerPixel = 25.4 / 96;

/** A label's page, just as long as what stands on it, in millimetres. A label from a roll has no length of its own. */
export const pageLength = (heightPixels: number) => Math.ceil(heightPixels * mmPerPixel) + 1;

/** Sets the page of labels while they are printed; returns what takes it back. */
export const setLabelPage = (sheet: HTMLElement) => {
  const rules = new CSSStyleSheet();
  rules.replaceSync(`@page slip-62 { size: 62mm ${pageLength(sheet.getBoundingClientRect().height)}mm; margin: 0; }`);
  document.adoptedStyleSheets.push(rules);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rules);
  };
};

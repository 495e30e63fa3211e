/** THE kinds of things that a list shows by a small drawing (web/ui/pictogram.tsx). */
export const pictograms = ['console', 'handheld', 'controller', 'charger', 'game', 'accessory'] as const;

export type PictogramName = (typeof pictograms)[number];

/** Pictograms that lists show for products (web/ui/pictogram.tsx). */
export const pictograms = ['console', 'handheld', 'controller', 'charger', 'game', 'accessory'] as const;

export type PictogramName = (typeof pictograms)[number];

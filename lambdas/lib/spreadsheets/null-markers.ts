/** Null markers in exports of databases and data tools. */
const nullMarkers: ReadonlySet<string> = new Set(
  String.raw`null (null) <null> [null] {null} \n \\n nil none nan n/a na <na> undefined`.split(' '),
);

const maxMarkerLength = 'undefined'.length;

/** Checks whether a text is a null marker such as NULL, \N or None. */
export const isNullMarker = (text: string): boolean =>
  text.length <= maxMarkerLength && nullMarkers.has(text.toLowerCase());

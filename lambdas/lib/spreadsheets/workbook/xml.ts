import { FileRejectedError } from '#lambdas/lib/spreadsheets/bounds.ts';

/** Detects UTF-16 by its first bytes, with or without a byte order mark; otherwise UTF-8. */
const detectEncoding = ([first, second, third]: Uint8Array) => {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0 && third !== 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8';
};

/**
 * Decodes UTF-8 or UTF-16 and rejects document types, whose entities could expand or reach outside. Throws
 * FileRejectedError.
 */
export const decodeXml = (bytes: Uint8Array): string => {
  let text: string;
  try {
    text = new TextDecoder(detectEncoding(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FileRejectedError('FileDamaged', { cause });
  }
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw new FileRejectedError('FileDamaged');
  return text;
};

export type Attributes = Readonly<Record<string, string>>;

/** Callbacks of the parser. Names come without prefix, since programs write <x:row> or <row>. */
type Listener = {
  readonly onOpen: (name: string, attributes: Attributes) => void;
  /** Text between two elements may arrive in several pieces. */
  readonly onText?: ((text: string) => void) | undefined;
  readonly onClose?: ((name: string) => void) | undefined;
};

/** No part of a workbook is nested deeper; the limit bounds the stack of open elements. */
const maxDepth = 64;

const throwDamaged = (): never => {
  throw new FileRejectedError('FileDamaged');
};

const toLocalName = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

// < > = / ! ? " ' &
const less = 0x3c;
const greater = 0x3e;
const equals = 0x3d;
const slash = 0x2f;
const exclamation = 0x21;
const questionMark = 0x3f;
const quote = 0x22;
const apostrophe = 0x27;
const ampersand = 0x26;

/** XML white space; line endings are already line feeds. */
const isBlank = (charCode: number) => charCode === 0x20 || charCode === 0x0a || charCode === 0x09;

/** ASCII characters allowed in names; nearly all names use only these. */
const nameCharacters = Uint8Array.from({ length: 128 }, (_, charCode) =>
  Number(/[\w:.-]/.test(String.fromCharCode(charCode))),
);

const isName = (name: string) => /^[\p{L}_:][\p{L}\p{M}\p{N}_:.·-]*$/u.test(name);

// Characters that XML can't contain, even as entities.
// oxlint-disable-next-line no-control-regex -- runs for every character of a part; Unicode property classes take five times as long
const invalidCharacters = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const decodeEntity = (entity: string): string => {
  const knownEntity = entities.get(entity);
  if (knownEntity !== undefined) return knownEntity;
  const [, decimal, hex] = /^#(?:(\d{1,7})|x([\dA-Fa-f]{1,6}))$/.exec(entity) ?? throwDamaged();
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const character = isCharacter ? String.fromCodePoint(code) : throwDamaged();
  return invalidCharacters.test(character) ? throwDamaged() : character;
};

const decodeEntities = (text: string): string => {
  if (!text.includes('&')) return text;
  const [begin = '', ...references] = text.split('&');
  return references.reduce((whole, reference) => {
    const end = reference.indexOf(';');
    return whole + decodeEntity(end === -1 ? throwDamaged() : reference.slice(0, end)) + reference.slice(end + 1);
  }, begin);
};

/**
 * Parses an XML text and reports its content in order, reading each character once. Throws FileRejectedError if it
 * isn't well-formed.
 */
export const readXml = (document: string, { onOpen, onText, onClose }: Listener): void => {
  const xml = document.includes('\r') ? document.replaceAll(/\r\n?/g, '\n') : document;
  if (invalidCharacters.test(xml)) throwDamaged();
  /** Names of the elements that are open, outermost first. */
  const openNames: string[] = [];
  let hasRoot = false;
  let position = 0;

  const skipBlanks = () => {
    while (isBlank(xml.charCodeAt(position))) position += 1;
  };

  const findIndex = (search: string, from: number): number => {
    const index = xml.indexOf(search, from);
    return index === -1 ? throwDamaged() : index;
  };

  const readName = (): string => {
    const start = position;
    // Excludes names that start with a digit, a hyphen or a period, which `isName` rejects.
    let isPlain = xml.charCodeAt(start) > 0x39;
    let end = start;
    for (; end < xml.length; end += 1) {
      const charCode = xml.charCodeAt(end);
      if (charCode >= 0x80) isPlain = false;
      else if (nameCharacters[charCode] === 0) break;
    }
    position = end;
    const name = xml.slice(start, end);
    return (isPlain && end > start) || isName(name) ? name : throwDamaged();
  };

  const readValue = (): string => {
    skipBlanks();
    if (xml.charCodeAt(position) !== equals) throwDamaged();
    position += 1;
    skipBlanks();
    const mark = xml.charCodeAt(position);
    if (mark !== quote && mark !== apostrophe) throwDamaged();
    const start = position + 1;
    let isPlain = true;
    let end = start;
    for (let charCode = xml.charCodeAt(end); charCode !== mark; charCode = xml.charCodeAt(end)) {
      if (end >= xml.length || charCode === less) throwDamaged();
      if (charCode === ampersand || charCode < 0x20) isPlain = false;
      end += 1;
    }
    const value = xml.slice(start, end);
    position = end + 1;
    return isPlain ? value : decodeEntities(value.replaceAll(/[\n\t]/g, ' '));
  };

  const readAttributes = (): Attributes => {
    const attributes: Record<string, string> = {};
    for (;;) {
      const isSeparated = isBlank(xml.charCodeAt(position));
      skipBlanks();
      const charCode = xml.charCodeAt(position);
      if (charCode === greater || charCode === slash) return attributes;
      const name = readName();
      if (!isSeparated || Object.hasOwn(attributes, name)) throwDamaged();
      attributes[name] = readValue();
    }
  };

  const openTag = () => {
    const name = readName();
    if ((openNames.length === 0 && hasRoot) || openNames.length === maxDepth) throwDamaged();
    hasRoot = true;
    const attributes = readAttributes();
    const isClosed = xml.charCodeAt(position) === slash;
    if (isClosed) position += 1;
    if (xml.charCodeAt(position) !== greater) throwDamaged();
    position += 1;
    const localName = toLocalName(name);
    onOpen(localName, attributes);
    if (isClosed) onClose?.(localName);
    else openNames.push(name);
  };

  const closeTag = () => {
    const name = openNames.pop() ?? throwDamaged();
    if (!xml.startsWith(name, position + 1)) throwDamaged();
    position += 1 + name.length;
    skipBlanks();
    if (xml.charCodeAt(position) !== greater) throwDamaged();
    position += 1;
    onClose?.(toLocalName(name));
  };

  const readDeclaration = () => {
    if (xml.startsWith('--', position + 1)) {
      const end = findIndex('--', position + 3);
      if (xml[end + 2] !== '>') throwDamaged();
      position = end + 3;
    } else if (xml.startsWith('[CDATA[', position + 1) && openNames.length > 0) {
      const end = findIndex(']]>', position + 8);
      onText?.(xml.slice(position + 8, end));
      position = end + 3;
    } else throwDamaged();
  };

  const readInstruction = () => {
    const start = position;
    position += 1;
    const name = readName();
    const end = findIndex('?>', position);
    if (end > position && !isBlank(xml.charCodeAt(position))) throwDamaged();
    // Only the first instruction may be the XML declaration.
    if (name.toLowerCase() === 'xml' && start > 1) throwDamaged();
    position = end + 2;
  };

  while (position < xml.length) {
    const tag = xml.indexOf('<', position);
    const end = tag === -1 ? xml.length : tag;
    if (end > position) {
      const text = xml.slice(position, end);
      if (openNames.length === 0 ? text.trim() !== '' : text.includes(']]>')) throwDamaged();
      const content = decodeEntities(text);
      if (openNames.length > 0) onText?.(content);
    }
    if (tag === -1) break;
    position = tag + 1;
    const charCode = xml.charCodeAt(position);
    if (charCode === slash) closeTag();
    else if (charCode === exclamation) readDeclaration();
    else if (charCode === questionMark) readInstruction();
    else openTag();
  }
  if (!hasRoot || openNames.length > 0) throwDamaged();
};

/** Returns the attributes of each element with a name, in order. */
export const findElements = (xml: string, elementName: string): Attributes[] => {
  const attributes: Attributes[] = [];
  readXml(xml, { onOpen: (name, elementAttributes) => name === elementName && attributes.push(elementAttributes) });
  return attributes;
};

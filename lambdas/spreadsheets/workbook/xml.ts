import { FileRefused } from '#lambdas/spreadsheets/bounds.ts';

/** XML is UTF-8 unless its first signs are of two bytes each, with a mark before them or without. */
const encodingOf = ([first, second, third]: Uint8Array) => {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0 && third !== 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8';
};

/** UTF-8 or UTF-16, and no document type, which could bring entities that grow or reach outside. Throws FileRefused. */
export const xmlText = (bytes: Uint8Array): string => {
  let text: string;
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FileRefused('FileDamaged', { cause });
  }
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw new FileRefused('FileDamaged');
  return text;
};

export type Attributes = Readonly<Record<string, string>>;

/** What a reader hears of. Names have no prefix: some programs write <x:row>, most <row>. */
type Listener = {
  readonly onOpen: (name: string, attributes: Attributes) => void;
  /** A piece of text; what stands between two elements may come in several. */
  readonly onText?: ((text: string) => void) | undefined;
  readonly onClose?: ((name: string) => void) | undefined;
};

/** No part of a workbook is as deep as this; every element that is open is remembered. */
const deepest = 64;

const damaged = (): never => {
  throw new FileRefused('FileDamaged');
};

const localName = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

// < > = / ! ? " ' &
const less = 0x3c;
const greater = 0x3e;
const equals = 0x3d;
const slash = 0x2f;
const exclamation = 0x21;
const question = 0x3f;
const quote = 0x22;
const apostrophe = 0x27;
const ampersand = 0x26;

/** A blank, as XML has it; line ends are line feeds by now. */
const isBlank = (sign: number) => sign === 0x20 || sign === 0x0a || sign === 0x09;

/** Of the signs of ASCII those that a name may have: nearly all names have no others. */
const inNames = Uint8Array.from({ length: 128 }, (_, sign) => Number(/[\w:.-]/.test(String.fromCharCode(sign))));

const isName = (name: string) => /^[\p{L}_:][\p{L}\p{M}\p{N}_:.·-]*$/u.test(name);

// What XML can't have, by whatever way it is written.
// oxlint-disable-next-line no-control-regex -- every sign of a part is held against it: by properties it takes five times as long
const impossible = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const signOf = (entity: string): string => {
  const known = entities.get(entity);
  if (known !== undefined) return known;
  const [, decimal, hex] = /^#(?:(\d{1,7})|x([\dA-Fa-f]{1,6}))$/.exec(entity) ?? damaged();
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isSign = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const sign = isSign ? String.fromCodePoint(code) : damaged();
  return impossible.test(sign) ? damaged() : sign;
};

const decoded = (text: string): string => {
  if (!text.includes('&')) return text;
  const [begin = '', ...references] = text.split('&');
  return references.reduce((whole, reference) => {
    const end = reference.indexOf(';');
    return whole + signOf(end === -1 ? damaged() : reference.slice(0, end)) + reference.slice(end + 1);
  }, begin);
};

/** Tells what an XML text holds, in order; each sign is looked at once. Throws FileRefused where it isn't well-formed. */
export const readXml = (document: string, { onOpen, onText, onClose }: Listener): void => {
  const xml = document.includes('\r') ? document.replaceAll(/\r\n?/g, '\n') : document;
  if (impossible.test(xml)) damaged();
  const open: string[] = [];
  let hasRoot = false;
  let at = 0;

  const skipBlanks = () => {
    while (isBlank(xml.charCodeAt(at))) at += 1;
  };

  const find = (searched: string, from: number): number => {
    const found = xml.indexOf(searched, from);
    return found === -1 ? damaged() : found;
  };

  const readName = (): string => {
    const start = at;
    let isPlain = xml.charCodeAt(start) > 0x39;
    let end = start;
    for (; end < xml.length; end += 1) {
      const sign = xml.charCodeAt(end);
      if (sign >= 0x80) isPlain = false;
      else if (inNames[sign] === 0) break;
    }
    at = end;
    const name = xml.slice(start, end);
    return (isPlain && end > start) || isName(name) ? name : damaged();
  };

  const readValue = (): string => {
    skipBlanks();
    if (xml.charCodeAt(at) !== equals) damaged();
    at += 1;
    skipBlanks();
    const mark = xml.charCodeAt(at);
    if (mark !== quote && mark !== apostrophe) damaged();
    const start = at + 1;
    let isPlain = true;
    let end = start;
    for (let sign = xml.charCodeAt(end); sign !== mark; sign = xml.charCodeAt(end)) {
      if (end >= xml.length || sign === less) damaged();
      if (sign === ampersand || sign < 0x20) isPlain = false;
      end += 1;
    }
    const value = xml.slice(start, end);
    at = end + 1;
    return isPlain ? value : decoded(value.replaceAll(/[\n\t]/g, ' '));
  };

  const readAttributes = (): Attributes => {
    const attributes: Record<string, string> = {};
    for (;;) {
      const isApart = isBlank(xml.charCodeAt(at));
      skipBlanks();
      const sign = xml.charCodeAt(at);
      if (sign === greater || sign === slash) return attributes;
      const name = readName();
      if (!isApart || Object.hasOwn(attributes, name)) damaged();
      attributes[name] = readValue();
    }
  };

  const openTag = () => {
    const name = readName();
    if ((open.length === 0 && hasRoot) || open.length === deepest) damaged();
    hasRoot = true;
    const attributes = readAttributes();
    const isClosed = xml.charCodeAt(at) === slash;
    if (isClosed) at += 1;
    if (xml.charCodeAt(at) !== greater) damaged();
    at += 1;
    const local = localName(name);
    onOpen(local, attributes);
    if (isClosed) onClose?.(local);
    else open.push(name);
  };

  const closeTag = () => {
    const name = open.pop() ?? damaged();
    if (!xml.startsWith(name, at + 1)) damaged();
    at += 1 + name.length;
    skipBlanks();
    if (xml.charCodeAt(at) !== greater) damaged();
    at += 1;
    onClose?.(localName(name));
  };

  const declaration = () => {
    if (xml.startsWith('--', at + 1)) {
      const end = find('--', at + 3);
      if (xml[end + 2] !== '>') damaged();
      at = end + 3;
    } else if (xml.startsWith('[CDATA[', at + 1) && open.length > 0) {
      const end = find(']]>', at + 8);
      onText?.(xml.slice(at + 8, end));
      at = end + 3;
    } else damaged();
  };

  const instruction = () => {
    const start = at;
    at += 1;
    const name = readName();
    const end = find('?>', at);
    if (end > at && !isBlank(xml.charCodeAt(at))) damaged();
    // Only the first one may say which version this is.
    if (name.toLowerCase() === 'xml' && start > 1) damaged();
    at = end + 2;
  };

  while (at < xml.length) {
    const tag = xml.indexOf('<', at);
    const end = tag === -1 ? xml.length : tag;
    if (end > at) {
      const text = xml.slice(at, end);
      if (open.length === 0 ? text.trim() !== '' : text.includes(']]>')) damaged();
      const content = decoded(text);
      if (open.length > 0) onText?.(content);
    }
    if (tag === -1) break;
    at = tag + 1;
    const sign = xml.charCodeAt(at);
    if (sign === slash) closeTag();
    else if (sign === exclamation) declaration();
    else if (sign === question) instruction();
    else openTag();
  }
  if (!hasRoot || open.length > 0) damaged();
};

/** The attributes of each element of a name, in order. */
export const elements = (xml: string, searched: string): Attributes[] => {
  const found: Attributes[] = [];
  readXml(xml, { onOpen: (name, attributes) => name === searched && found.push(attributes) });
  return found;
};

import { SaxesParser } from 'saxes';
import { FileRefused } from '#lambdas/spreadsheets/refusal.ts';

/**
 * The text of a part: UTF-8, and no document type, which could bring entities that grow or reach outside.
 * Throws FileRefused.
 */
export const xmlText = (bytes: Uint8Array): string => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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
  readonly onText?: (text: string) => void;
  readonly onClose?: (name: string) => void;
};

/** No part of a workbook is as deep as this; a parser remembers every element that it is in. */
const deepest = 64;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Tells what an XML text holds, in order. Throws FileRefused where it isn't well-formed; what the listener throws goes through. */
export const readXml = (xml: string, { onOpen, onText, onClose }: Listener): void => {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('error', (cause) => {
    throw new FileRefused('FileDamaged', { cause });
  });
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw new FileRefused('FileDamaged');
    onOpen(localName(name), attributes);
  });
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    onClose?.(localName(name));
  });
  parser.write(xml).close();
};

/** The attributes of each element of a name, in order. */
export const elements = (xml: string, searched: string): Attributes[] => {
  const found: Attributes[] = [];
  readXml(xml, { onOpen: (name, attributes) => name === searched && found.push(attributes) });
  return found;
};

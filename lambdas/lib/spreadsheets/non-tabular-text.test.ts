import { expect, test } from '@jest/globals';
import { isNonTabularText } from './non-tabular-text.ts';
import { readTable } from './read-table.ts';

test.each([
  ['a web archive of Excel', 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x\r\n'],
  ['a web archive of a browser', 'From: <Saved by Blink>\r\nSnapshot-Content-Location: x\r\nMIME-Version: 1.0\r\n'],
  ['an email', 'Received: from a\r\n\tby b; Fri\r\nSubject: Returns\r\nMime-Version: 1.0\r\n\r\nHello'],
  ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"store id"\r\nE\r\n'],
  ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n'],
  ['a calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'],
  ['a business card', 'begin:vcard\nversion:3.0\n'],
  ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n'],
  ['a list of JSON', '[\n  {"ean": "9520001000072"}\n]'],
  ['an object of JSON', '{"rows":[]}'],
  ['an empty list of JSON', '[]'],
  ['a web page', '\n<!DOCTYPE html><table>'],
  ['RTF', String.raw`{\rtf1\ansi x}`],
  ['PDF', '%PDF-1.7\n'],
  ['PostScript', '%!PS-Adobe-3.0\n'],
  ['EDIFACT', "UNB+UNOC:3+4000000000000:14+x'UNH+1+RETANN"],
  ['EDIFACT with its separators', "UNA:+.? 'UNB+UNOC:3"],
  ['X12', 'ISA*00*          *00*'],
  ['a dump of MySQL', '-- MySQL dump 10.13\nDROP TABLE x;'],
  ['statements of SQL', 'INSERT INTO returns VALUES (1);'],
])('rejects %s, which is not a table', async (_, text) => {
  for (const content of [text, `\uFEFF${text}`])
    await expect(readTable(Buffer.from(content))).rejects.toMatchObject({ code: 'FileWrongType' });
});

test.each([
  'ID;Product;EAN\r\n1;Zelda;9520001000072',
  'ID;P\r\n1;2',
  '[Returns]\r\nstore id;ean code',
  '-- returns of November --\r\nstore id;ean code',
  'Begin: 20/11/2026\r\nstore id;ean code',
  'Table 1\r\nstore id;ean code',
  'From: Kim Miller\r\nstore id;ean code',
  '(01)09520001000072;x',
  'UNA;b;c',
])('accepts %j as a possible table', (text) => expect(isNonTabularText(text)).toBe(false));

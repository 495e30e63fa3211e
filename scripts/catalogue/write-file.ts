import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import ExcelJS from 'exceljs';
import type { Table } from './sheet.ts';

const addSheet = (workbook: ExcelJS.Workbook, { name, columns, rows }: Table) => {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }] });
  sheet.columns = columns.map((column) => ({
    header: column.name,
    width: column.width,
    // As text, or Excel makes numbers of codes and dates of names.
    style: { numFmt: '@', alignment: { vertical: 'top', wrapText: column.isList ?? false } },
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.addRows(rows.map((row) => [...row]));
};

const quoted = (value: string) => (/[",;\r\n\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

// With a mark in front, or Excel takes it for the country's own character set.
const csv = ({ columns, rows }: Table) =>
  `\uFEFF${[columns.map(({ name }) => name), ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;

/** Writes tables as a workbook to edit, or one as CSV. Never over a file that is there already. */
export const writeTables = async (file: string, tables: readonly Table[]): Promise<void> => {
  const [first] = tables;
  if (extname(file).toLowerCase() === '.csv' && first) return writeFileSync(file, csv(first), { flag: 'wx' });
  const workbook = new ExcelJS.Workbook();
  for (const table of tables) addSheet(workbook, table);
  writeFileSync(file, new Uint8Array(await workbook.xlsx.writeBuffer()), { flag: 'wx' });
};

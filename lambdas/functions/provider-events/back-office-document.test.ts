import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { clockSkewMinutes, eventSources, portalEvents, providerEvents } from '#shared/back-office/provider-events.ts';
import { limits } from '#shared/config/limits.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { maxReturnTimelineEntries, storedLine } from '#shared/returns/return.ts';
import { rejectionReasons } from './provider-event.ts';
import { parseProviderEvent } from './provider-event.ts';

const document = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/back-office.md'), 'utf8');

/** Returns the text below a heading, up to the next heading. */
const findSection = (heading: string) => {
  const text = document.split(`\n${heading}\n`)[1];
  if (text === undefined) throw new Error(`docs/back-office.md has no heading "${heading}"`);
  return text.split(/\n##+ /)[0] ?? '';
};

const parseExamples = (text: string): unknown[] =>
  [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? ''));

const listNames = (text: string) =>
  [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? ''),
  );

const listFields = (text: string) => [...new Set(listNames(text).map((word) => word.replace(/[.[].*/, '')))];

const commonFields = listFields(findSection('## What every event holds'));

describe.each(Object.entries({ ...portalEvents, ...providerEvents }))('%s', (type, schema) => {
  const text = findSection(`### ${type}`);

  test('has one valid example', () => {
    const [example, ...otherExamples] = parseExamples(text);
    expect(otherExamples).toEqual([]);
    expect(schema.parse(example)).toEqual(example);
  });

  test('documents exactly its fields', () => {
    const eventFields = listFields(text).filter((word) => !(providerStates as readonly string[]).includes(word));
    expect([...commonFields, ...eventFields].toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });
});

test('documents every field of a return’s lines', () =>
  expect(listNames(findSection('## The lines of a return'))).toEqual(Object.keys(storedLine.shape)));

test('documents every reportable status in its order', () =>
  // The first three names are those of the event's fields.
  expect(listNames(findSection('### RepairStatusChanged')).slice(3)).toEqual([...providerStates]));

test('documents both sources and their event types', () => {
  const rows = [...findSection('## The bus').matchAll(/^\| `([^`]+)` \| [^|]+ \| (.+) \|$/gm)];
  expect(rows.map(([, source, types]) => [source, types?.match(/\w+/g)])).toEqual([
    [eventSources.portal, Object.keys(portalEvents)],
    [eventSources.provider, Object.keys(providerEvents)],
  ]);
});

test('documents every rejection reason', () =>
  expect(listNames(findSection("## When something doesn't get through"))).toEqual([...rejectionReasons]));

test('documents the current limits', () => {
  expect(findSection('## Order and repetition')).toContain(`up to ${clockSkewMinutes} minutes ahead`);
  expect(findSection("## When something doesn't get through")).toContain(
    `holds ${limits.timelineEntries} entries already, or the return ${maxReturnTimelineEntries}:`,
  );
  expect(findSection('### ReturnBooked')).toContain(`1 to ${returnLimits.lines.toLocaleString('en')}`);
  expect(findSection('## The lines of a return')).toContain(
    `up to ${returnLimits.productDescription.length} characters`,
  );
  expect(findSection('### RmaAssigned')).toContain(`1 to ${limits.text.rma} characters`);
  expect(findSection('### RepairBooked')).toContain(
    `up to ${limits.text.detailedDescription.toLocaleString('en')} characters`,
  );
});

test('documents the deadlines of the terms', () => {
  const deadlineMatches = [
    ...findSection('### Dates').matchAll(/\b(\d+) (?:\w+ )?(?:days|months) later(?:, (\d+) of)?/g),
  ];
  const { terms } = limits;
  expect(deadlineMatches.flatMap(([, first, second]) => [first, ...(second ? [second] : [])]).map(Number)).toEqual([
    terms.targetRepairDays,
    terms.feeReplyDays,
    terms.cancellationDays,
    terms.deliveryComplaintWorkingDays,
    terms.extendedWarrantyMonths,
    terms.refurbishedWarrantyMonths,
  ]);
  expect(findSection('### Dates')).toContain(`within ${limits.home.usualRmaWorkingDays} working days of its booking`);
  expect(findSection('### RepairStatusChanged')).toContain(`one of the ${limits.dueAtDays} days after it`);
});

test('shows valid sample events', () => {
  const entries = z.array(
    z.object({ EventBusName: z.string(), Source: z.string(), DetailType: z.string(), Detail: z.string() }),
  );
  const sampleEvents = parseExamples(findSection('## Trying it')).flatMap((example) => entries.parse(example));
  expect(sampleEvents.length).toBeGreaterThan(0);
  for (const { Source, DetailType, Detail } of sampleEvents) {
    const body = JSON.stringify({ source: Source, 'detail-type': DetailType, detail: JSON.parse(Detail) });
    expect(parseProviderEvent(body, new Date('2027-01-01')).type).toBe(DetailType);
  }
});

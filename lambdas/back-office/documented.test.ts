import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { clockSkewMinutes, eventSources, portalEvents, providerEvents } from '#shared/back-office/events.ts';
import { limits } from '#shared/limits.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { returnTimelineEntries, storedLine } from '#shared/returns/return.ts';
import { reasons } from './report.ts';
import { parseReport } from './report.ts';

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/back-office.md'), 'utf8');

/** What stands under a heading of its own, up to the next of the same level. */
const section = (heading: string) => {
  const text = page.split(`\n${heading}\n`)[1];
  if (text === undefined) throw new Error(`docs/back-office.md has no heading "${heading}"`);
  return text.split(/\n##+ /)[0] ?? '';
};

const examples = (text: string): unknown[] =>
  [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? ''));

const named = (text: string) =>
  [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? ''),
  );

const fieldsOf = (text: string) => [...new Set(named(text).map((word) => word.replace(/[.[].*/, '')))];

const inEveryEvent = fieldsOf(section('## What every event holds'));

describe.each(Object.entries({ ...portalEvents, ...providerEvents }))('%s', (type, schema) => {
  const text = section(`### ${type}`);

  test('has one example, which is one', () => {
    const [example, ...others] = examples(text);
    expect(others).toEqual([]);
    expect(schema.parse(example)).toEqual(example);
  });

  test('has all its fields explained, and no others', () => {
    const own = fieldsOf(text).filter((word) => !(providerStates as readonly string[]).includes(word));
    expect([...inEveryEvent, ...own].toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });
});

test('all that a line of a return holds is explained', () =>
  expect(named(section('## The lines of a return'))).toEqual(Object.keys(storedLine.shape)));

test('every state that can be reported is explained, in the order that decides between two of one instant', () =>
  expect(named(section('### RepairStatusChanged')).slice(3)).toEqual([...providerStates]));

test('both sources are named with their types', () => {
  const rows = [...section('## The bus').matchAll(/^\| `([^`]+)` \| [^|]+ \| (.+) \|$/gm)];
  expect(rows.map(([, source, types]) => [source, types?.match(/\w+/g)])).toEqual([
    [eventSources.portal, Object.keys(portalEvents)],
    [eventSources.provider, Object.keys(providerEvents)],
  ]);
});

test('every reason for which a report is refused is explained', () =>
  expect(named(section("## When something doesn't get through"))).toEqual([...reasons]));

test('its figures are those that hold', () => {
  expect(section('## Order and repetition')).toContain(`up to ${clockSkewMinutes} minutes ahead`);
  expect(section("## When something doesn't get through")).toContain(
    `holds ${limits.timelineEntries} entries already, or the return ${returnTimelineEntries}:`,
  );
  expect(section('### ReturnBooked')).toContain(`1 to ${returnLimits.lines.toLocaleString('en')}`);
  expect(section('## The lines of a return')).toContain(`up to ${returnLimits.productDescription.length} characters`);
  expect(section('### RmaAssigned')).toContain(`1 to ${limits.text.rma} characters`);
  expect(section('### RepairBooked')).toContain(
    `up to ${limits.text.detailedDescription.toLocaleString('en')} characters`,
  );
});

test('the days that are promised are those of the terms', () => {
  const days = [...section('### Dates').matchAll(/\b(\d+) (?:\w+ )?(?:days|months) later(?:, (\d+) of)?/g)];
  const { terms } = limits;
  expect(days.flatMap(([, first, second]) => [first, ...(second ? [second] : [])]).map(Number)).toEqual([
    terms.targetRepairDays,
    terms.feeReplyDays,
    terms.cancellationDays,
    terms.deliveryComplaintWorkingDays,
    terms.extendedWarrantyMonths,
    terms.refurbishedWarrantyMonths,
  ]);
  expect(section('### Dates')).toContain(`within ${limits.home.usualRmaWorkingDays} working days of its booking`);
  expect(section('### RepairStatusChanged')).toContain(`one of the ${limits.dueAtDays} days after it`);
});

test('what is shown to try out would be read', () => {
  const entries = z.array(
    z.object({ EventBusName: z.string(), Source: z.string(), DetailType: z.string(), Detail: z.string() }),
  );
  const shown = examples(section('## Trying it')).flatMap((example) => entries.parse(example));
  expect(shown.length).toBeGreaterThan(0);
  for (const { Source, DetailType, Detail } of shown) {
    const body = JSON.stringify({ source: Source, 'detail-type': DetailType, detail: JSON.parse(Detail) });
    expect(parseReport(body, new Date('2027-01-01')).type).toBe(DetailType);
  }
});

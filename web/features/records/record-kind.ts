import type * as z from 'zod/mini';
import type { PictogramName } from '#shared/catalogue/pictograms.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type * as field from '#shared/fields.ts';
import type { Place } from '#shared/paths.ts';
import type { listFilter } from '#shared/records/list.ts';
import type { RecordIdentity, RecordKindName, recordQuestion, seenRecord } from '#shared/records/record.ts';
import type { DueFilter } from '#shared/repairs/promises.ts';
import type { Route } from '#shared/route.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { Tone } from '#web/ui/pill.tsx';

export type SubmittedRecord = RecordIdentity & {
  /** Null while the provider has not assigned one. */
  readonly rma: string | null;
  readonly state: string;
  readonly storeName: string;
  /** An ISO instant. */
  readonly createdAt: string;
  readonly serialNumber?: string;
};

export type ChangeableRecord = SubmittedRecord & {
  /** Counts its changes (optimistic lock). */
  readonly version: number;
  readonly timeline: readonly { readonly type: string; readonly at: string; readonly by?: string }[];
};

type RouteOf<Shape extends z.core.$ZodLooseShape, Out> = Omit<Route, 'input' | 'output'> & {
  readonly input: z.ZodMiniObject<{ readonly region: typeof field.region } & Shape, z.core.$strict>;
  readonly output: z.ZodMiniType<Out>;
};

type ListInput = typeof listFilter & { readonly state: z.ZodMiniOptional<z.ZodMiniType<string, string>> };

/** What tells one kind of records from another in the page; what is said of it stands in the locales under its name. `Summary` is what lists show. */
export type RecordKind<Summary extends SubmittedRecord, Full = unknown> = {
  readonly name: RecordKindName;
  readonly routes: {
    readonly list: RouteOf<ListInput, { items: Summary[]; cursor?: string | undefined }>;
    readonly find: RouteOf<typeof recordQuestion, Full>;
    readonly withdraw: RouteOf<typeof seenRecord, Full>;
  };
  readonly paths: {
    readonly list: (place: Place) => string;
    readonly book: (place: Place) => string;
    /** Where an RMA number leads, if anywhere. */
    readonly track?: (place: Place, rma: string) => string;
  };
  /** Every state in the order of a record's way, with what it means. */
  readonly states: Readonly<Record<Summary['state'], Tone>>;
  /** Those that every record goes through that ends well. */
  readonly steps: readonly Summary['state'][];
  readonly stateText: (state: Summary['state'], texts: Pick<Texts, 't'>) => string;
  readonly nextText: (state: Summary['state'], texts: Pick<Texts, 't'>) => string;
  /** By what is due its list can be narrowed down, if it can: then by nothing else but the store. */
  readonly dueFilters?: readonly DueFilter[];
  /** Answers a booking whose reference the store has used before. */
  readonly exists: ErrorCode;
  /** Answers a booking whose id has booked a record that was withdrawn since. */
  readonly withdrawn: ErrorCode;
  /** Answers a change of a record that somebody else was faster with, or the provider: the latter is `notPending`. */
  readonly conflicts: readonly ErrorCode[];
  readonly notPending: ErrorCode;
  readonly isPending: (record: Pick<Summary, 'rma' | 'state'>) => boolean;
  readonly productsText: (record: Summary, texts: Texts) => string;
  /** What kind of thing that is; undefined where the catalogue doesn't say. */
  readonly pictogram: (record: Summary) => PictogramName | undefined;
  readonly latestFacts?: (record: Summary, texts: Texts) => readonly string[];
};

export type NamedKind = Pick<RecordKind<never>, 'name' | 'paths' | 'notPending' | 'withdrawn'>;

/** A record's RMA number, or that it is still to come; undefined where it never will. */
export const rmaText = <Summary extends SubmittedRecord>(
  { name, isPending }: Pick<RecordKind<Summary>, 'name' | 'isPending'>,
  record: Pick<Summary, 'rma' | 'state'>,
  { t }: Pick<Texts, 't'>,
): string | undefined => record.rma ?? (isPending(record) ? t(`${name}.list.pending`) : undefined);

import type * as z from 'zod/mini';
import type { ErrorCode } from '#shared/api/errors.ts';
import type * as field from '#shared/api/fields.ts';
import type { Place } from '#shared/api/paths.ts';
import type { Route } from '#shared/api/route.ts';
import type { PictogramName } from '#shared/catalogue/pictograms.ts';
import type { listFilter } from '#shared/records/list.ts';
import type { RecordIdentity, RecordKindName, recordQuery, recordVersion } from '#shared/records/record.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import type { Tone } from '#web/ui/pill.tsx';

export type SubmittedRecord = RecordIdentity & {
  /** Null until the repair provider assigns one. */
  readonly rma: string | null;
  readonly state: string;
  readonly storeName: string;
  /** ISO instant. */
  readonly createdAt: string;
  readonly serialNumber?: string;
};

export type ChangeableRecord = SubmittedRecord & {
  /** Incremented with each change (optimistic locking). */
  readonly version: number;
  readonly timeline: readonly { readonly type: string; readonly at: string; readonly by?: string }[];
};

type KindRoute<Shape extends z.core.$ZodLooseShape, Out> = Omit<Route, 'input' | 'output'> & {
  readonly input: z.ZodMiniObject<{ readonly region: typeof field.region } & Shape, z.core.$strict>;
  readonly output: z.ZodMiniType<Out>;
};

type ListInput = typeof listFilter & { readonly state: z.ZodMiniOptional<z.ZodMiniType<string, string>> };

/** Description of a record kind (repairs or returns) for the pages that both kinds share. Its texts are in the locales under its name. `Summary` is the list item, `Full` the details. */
export type RecordKindView<Summary extends SubmittedRecord, Full = unknown> = {
  readonly name: RecordKindName;
  readonly routes: {
    readonly list: KindRoute<ListInput, { items: Summary[]; cursor?: string | undefined }>;
    readonly find: KindRoute<typeof recordQuery, Full>;
    readonly withdraw: KindRoute<typeof recordVersion, Full>;
  };
  readonly paths: {
    readonly list: (place: Place) => string;
    readonly book: (place: Place) => string;
    /** Path of the tracking page of an RMA number; undefined if the kind has none. */
    readonly track: ((place: Place, rma: string) => string) | undefined;
  };
  /** All states in the order of a record's lifecycle, with their tone. */
  readonly states: Readonly<Record<Summary['state'], Tone>>;
  /** Steps of every successful record. Each step lists its states; the first state names the step. */
  readonly steps: readonly (readonly Summary['state'][])[];
  readonly stateText: (state: Summary['state'], texts: Pick<Texts, 't'>) => string;
  /** Returns a name of a state that is short enough for a list. */
  readonly shortStateText: (state: Summary['state'], texts: Pick<Texts, 't'>) => string;
  /** Returns a sentence about what happens next. */
  readonly nextText: (state: Summary['state'], texts: Pick<Texts, 't'>) => string;
  /** Error code of a booking whose reference the store has used before. */
  readonly existsCode: ErrorCode;
  /** Error code of a booking whose id belongs to a record that was withdrawn. */
  readonly withdrawnCode: ErrorCode;
  /** Error codes of a change that lost to a concurrent one by another user or by the provider (`notPendingCode`). */
  readonly conflictCodes: readonly ErrorCode[];
  /** Error code of a change that comes after the RMA number was assigned or after another provider event. */
  readonly notPendingCode: ErrorCode;
  /** Returns whether an RMA number is still expected. */
  readonly isPending: (record: Pick<Summary, 'rma' | 'state'>) => boolean;
  readonly productsText: (record: Summary, texts: Texts) => string;
  /** Returns a short text of the products for a list. */
  readonly shortProductsText: (record: Summary, texts: Texts) => string;
  /** Returns the pictogram of the product; undefined if the catalogue has none. */
  readonly findPictogram: (record: Summary) => PictogramName | undefined;
  /** Returns a short summary of the items handed in. */
  readonly shortTitle: (record: Summary, texts: Texts) => string;
  /** Returns the facts that a receipt shows in addition to the products. */
  readonly receiptFacts: (record: Summary, texts: Pick<Texts, 't'>) => readonly string[];
  /** Returns the facts that only this kind shows in a short list. */
  readonly shortFacts: (record: Summary, texts: Pick<Texts, 't'>) => readonly string[];
};

export type RecordKindInfo = Pick<RecordKindView<never>, 'name' | 'paths' | 'notPendingCode' | 'withdrawnCode'>;

/** Returns a record's RMA number, or the "pending" text; undefined if it will never get one. */
export const rmaText = <Summary extends SubmittedRecord>(
  { name, isPending }: Pick<RecordKindView<Summary>, 'name' | 'isPending'>,
  record: Pick<Summary, 'rma' | 'state'>,
  { t }: Pick<Texts, 't'>,
): string | undefined => record.rma ?? (isPending(record) ? t(`${name}.list.pending`) : undefined);

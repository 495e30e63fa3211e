import type { RepairContent } from '#shared/repairs/content.ts';
import type { repairs } from '#shared/routes/repairs.ts';
import type { FormValues } from '#web/ui/form/use-form.ts';

/** What a repair says, as far as it is filled in. */
export type ContentValues = Pick<FormValues<typeof repairs.bookRepair>, keyof RepairContent>;

/** A form that holds what a repair says: a new booking, or a correction. */
export type ContentForm = {
  readonly values: ContentValues;
  // A method, so that a form with more fields is one of these.
  set<Field extends keyof ContentValues>(field: Field, value: ContentValues[Field]): void;
  readonly errorOf: (field: keyof ContentValues) => string | undefined;
};

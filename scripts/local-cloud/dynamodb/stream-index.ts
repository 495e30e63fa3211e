import { DatabaseSync } from 'node:sqlite';

/**
 * dynoxide looks through every change of a table that there ever was, at each write to it and each look for new ones: with this index
 * in its file it doesn't, and the hundred-thousandth repair is booked as fast as the first. Where it keeps its changes otherwise, nothing happens.
 */
export const indexStreamRecords = (file: string): void => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(
      'CREATE INDEX IF NOT EXISTS portal_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } catch {
    // Only slower.
  } finally {
    database.close();
  }
};

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { localText } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';

const mail = z.object({ id: z.int(), to: z.string(), subject: z.string(), html: z.string(), at: z.string() });
export type Mail = z.output<typeof mail>;

/** Mails in a file with one line for each; without a file, in memory. Their links, which lead to real addresses, are made to lead here. */
export const openMailbox = (hosts: () => Hosts, file?: string) => {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const mails: Mail[] = lines.map((line) => mail.parse(JSON.parse(line)));
  return {
    receive: ({ to, subject, html, at }: Omit<Mail, 'id'>): void => {
      const received = { id: mails.length + 1, to, subject, html: localText(hosts(), html), at };
      mails.push(received);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(received)}\n`);
    },
    /** Newest first. */
    all: (): Mail[] => mails.toReversed(),
    find: (id: number): Mail | undefined => mails.find((each) => each.id === id),
  };
};

export type Mailbox = ReturnType<typeof openMailbox>;

import { readFileSync } from 'node:fs';
import { returnsReader } from './returns-reader.ts';

/** Reads a file as often in a row as told, in a process of its own, and prints by how many kilobytes it grew at most, beginning before the first one. */
const [, , file = '', times = ''] = process.argv;

const { read, close } = await returnsReader();
const base = process.resourceUsage().maxRSS;
for (let time = 0; time < Number(times); time += 1) await read(readFileSync(file));
await close();
process.stdout.write(String(process.resourceUsage().maxRSS - base));

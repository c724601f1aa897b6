// Runs a program compiled for WebAssembly that needs nothing from outside, and fails if it traps.
import { readFile } from 'node:fs/promises';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
instance.exports.main(0, 0);
console.log('the same findings and the same evaluation as everywhere');

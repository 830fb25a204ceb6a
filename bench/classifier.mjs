// npm run bench:classifier: how long the embedded classifier takes to learn and to tell
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import { join } from 'node:path';

const built = (file) => createRequire(import.meta.url)(`../dist/classification/${file}.js`);
const { loadTaxonomy } = built('taxonomy/load-taxonomy');
const { phrasesOf } = built('embedded/phrases');
const { train } = built('embedded/train');

const LANGUAGES = ['en', 'vi', 'es', 'fr', 'de', 'pt'];
const TRAININGS = 5;
const ROUNDS = 20;

const taxonomy = loadTaxonomy();
const phrases = phrasesOf(taxonomy);
const model = train(phrases, taxonomy.keys);
const trainings = Array.from({ length: TRAININGS }, () => milliseconds(() => train(phrases, taxonomy.keys)));

const reports = LANGUAGES.flatMap((language) => {
  const file = join(import.meta.dirname, '../test/classification/phrases', `${language}.ndjson`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).text);
});
const long = Array.from({ length: 100 }, (_, i) => reports.slice(i).join(' ').slice(0, 4_000));

console.log(
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0].model}, ${new Date().toISOString().slice(0, 10)}

| | processor ms |
|---|---:|
| learn ${phrases.length} phrases of ${taxonomy.languages.length} languages (median of ${TRAININGS}) | ${median(trainings).toFixed(0)} |
| tell a report (${reports.length} reports, mean of ${length(reports)} characters) | ${perText(reports).toFixed(3)} |
| tell a report of 4,000 characters | ${perText(long).toFixed(3)} |`,
);

/** The median over the rounds of the mean time that a text takes. */
function perText(texts) {
  const tell = () => texts.forEach((text) => model.classify(text));
  tell();
  return median(Array.from({ length: ROUNDS }, () => milliseconds(tell) / texts.length));
}

/** Of the processor, whatever else the machine does at the time. */
function milliseconds(work) {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function length(texts) {
  return Math.round(texts.reduce((sum, { length }) => sum + length, 0) / texts.length);
}

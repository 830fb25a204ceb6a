import { Taxonomy } from '../taxonomy/taxonomy';
import { Hazards } from './hazards';

const hazards = new Hazards(
  new Taxonomy({
    languages: ['en', 'vi', 'de', 'fr'],
    categories: [],
    hazards: [
      {
        key: 'wires',
        weight: 0.4,
        leastPriority: 'critical',
        names: { en: 'wires' },
        wording: { en: ['exposed wires'], vi: ['hở điện'], de: ['freiliegende Kabel'] },
      },
      {
        key: 'explosion',
        weight: 0.4,
        leastPriority: 'critical',
        names: { en: 'explosion' },
        wording: { en: ['on fire', 'smell of gas'], vi: ['nổ', 'cháy'], fr: ['explosion'] },
      },
    ],
    negations: { en: ['no', 'not', "isn't", 'nobody'], vi: ['không'], de: ['keine'], fr: ["pas d'"] },
  }),
);
const keys = (text: string) => hazards.find(text).map(({ hazard }) => hazard.key);

describe('Hazards', () => {
  it.each([
    ['EXPOSED WIRES at the pole!', ['wires']],
    ['exposed\n wires', []],
    ['dây điện bị hở điện', ['wires']],
    ['day dien bi ho dien', ['wires']],
    ['Freiliegende Kabel am Mast', ['wires']],
    ['a bin is on fire near exposed wires', ['wires', 'explosion']],
    ["risque d'explosion, l'explosion", ['explosion']],
    ['vừa nổ một cái', ['explosion']],
  ])('finds the dangers of %j', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it.each([
    'no exposed wires',
    'There are not any exposed wires.',
    "it isn't on fire",
    'no strong smell of gas',
    'không có hở điện',
    'khong co ho dien',
    'keine freiliegende Kabel',
  ])('finds none where it is said that there is none: %j', (text) => {
    expect(keys(text)).toEqual([]);
  });

  it.each([
    ['no light, exposed wires', ['wires']],
    ['no light and exposed wires', ['wires']],
    ['Not nice. On fire!', ['explosion']],
    ['no wires here at all but one pole with exposed wires', ['wires']],
    ['no exposed wires here; exposed wires over there', ['wires']],
  ])('takes a negation for what it belongs to: %j', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it.each(['no parking', 'no no no', 'wires', 'unexposed wires', 'nobody', '', '🔥🔥🔥'])(
    'takes nothing else for a danger: %j',
    (text) => {
      expect(keys(text)).toEqual([]);
    },
  );

  it('names the wording as the taxonomy has it', () => {
    expect(hazards.find('day dien ho dien')).toMatchObject([{ wording: 'hở điện' }]);
  });
});

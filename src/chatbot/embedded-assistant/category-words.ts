import type { Taxonomy } from '../../classification/taxonomy/taxonomy';
import { foldedWords } from '../../common/fold-text';

/** What people call the categories that come with the service, without diacritics. A city's own go by their names. */
const CALLED: Record<string, readonly string[]> = {
  road_damage: [
    'pothole',
    'road damage',
    'damaged road',
    'broken road',
    'bad road',
    'pavement',
    'sidewalk',
    'o ga',
    'o voi',
    'duong hong',
    'hong duong',
    'duong xau',
    'mat duong',
    'via he',
    'sut lun',
  ],
  streetlight: [
    'streetlight',
    'street light',
    'street lamp',
    'street lighting',
    'lamp post',
    'light pole',
    'den duong',
    'den chieu sang',
    'cot den',
    'bong den',
    'chieu sang',
  ],
  traffic_signs_signals: [
    'traffic light',
    'traffic sign',
    'traffic signal',
    'stop sign',
    'road sign',
    'road marking',
    'den giao thong',
    'den tin hieu',
    'den do',
    'bien bao',
    'vach ke duong',
  ],
  waste: [
    'waste',
    'garbage',
    'rubbish',
    'trash',
    'litter',
    'dumping',
    'bin',
    'rac',
    'rac thai',
    'do rac',
    'thung rac',
    'bai rac',
  ],
  graffiti: ['graffiti', 'spray paint', 've bay', 'son bay'],
  drainage_flooding: [
    'flood',
    'flooding',
    'flooded',
    'drain',
    'drainage',
    'sewer',
    'manhole',
    'ngap',
    'ngap nuoc',
    'ngap lut',
    'thoat nuoc',
    'nap cong',
    'ho ga',
    'tac cong',
  ],
  water_supply: [
    'water supply',
    'tap water',
    'no water',
    'water leak',
    'burst pipe',
    'water pipe',
    'nuoc sach',
    'cap nuoc',
    'mat nuoc',
    'ong nuoc',
    'ro ri nuoc',
  ],
  trees_parks: [
    'tree',
    'fallen tree',
    'branch',
    'branches',
    'park',
    'playground',
    'cay xanh',
    'cay do',
    'canh cay',
    'cong vien',
    'cay',
  ],
  parking_vehicles: [
    'parking',
    'parked',
    'parked car',
    'abandoned car',
    'abandoned vehicle',
    'do xe',
    'dau xe',
    'xe bo hoang',
    'xe do',
  ],
  noise: ['noise', 'noisy', 'loud music', 'tieng on', 'on ao', 'nhac to', 'karaoke'],
};

/** The longest name, in words. */
const LONGEST_NAME = 6;

export interface FoundCategories {
  keys: string[];
  /** Which of the words name them. */
  positions: ReadonlySet<number>;
}

/** Finds categories by what people call them, in any language of the taxonomy. */
export class CategoryWords {
  private readonly keyOf = new Map<string, string>();

  constructor(taxonomy: Taxonomy) {
    for (const { key, names } of taxonomy.categories) {
      for (const name of [...Object.values(names), key, ...(CALLED[key] ?? [])]) this.learn(name, key);
    }
  }

  /** @param words folded */
  find(words: readonly string[]): FoundCategories {
    const keys = new Set<string>();
    const positions = new Set<number>();
    for (let start = 0; start < words.length; start++) {
      for (let length = Math.min(LONGEST_NAME, words.length - start); length > 0; length--) {
        const key = this.keyOf.get(words.slice(start, start + length).join(' '));
        if (key === undefined) continue;
        keys.add(key);
        for (let at = start; at < start + length; at++) positions.add(at);
        start += length - 1;
        break;
      }
    }
    return { keys: [...keys], positions };
  }

  /** Whether the words are a name of a category and nothing else. */
  isName(words: readonly string[]): boolean {
    return this.keyOf.has(words.join(' '));
  }

  private learn(name: string, key: string): void {
    const folded = foldedWords(name).join(' ');
    for (const form of [folded, `${folded}s`]) {
      if (!this.keyOf.has(form)) this.keyOf.set(form, key);
    }
  }
}

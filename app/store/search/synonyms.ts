import { limits } from '../../../shared/limits.ts';
import { stem, words } from './words.ts';

/** The synonyms of a site whose authors have not changed the list. Nouns only: a verb such as "replace" is in nearly every guide. */
export const starterSynonyms: readonly (readonly string[])[] = [
  ['tire', 'tyre', 'Reifen'],
  ['battery', 'Akku', 'accumulator'],
  ['SSD', 'solid-state drive', 'solid state disk'],
  ['HDD', 'hard drive', 'hard disk', 'Festplatte'],
  ['optical drive', 'DVD drive', 'CD drive', 'SuperDrive'],
  ['bike', 'bicycle', 'Fahrrad'],
  ['e-scooter', 'electric scooter', 'kick scooter'],
  ['laptop', 'notebook'],
  ['smartphone', 'mobile phone', 'cell phone', 'Handy'],
  ['refrigerator', 'fridge', 'Kühlschrank'],
  ['washing machine', 'washer', 'clothes washer', 'Waschmaschine'],
  ['dryer', 'tumble dryer', 'clothes dryer', 'Wäschetrockner'],
  ['dishwasher', 'dish washer', 'Geschirrspüler', 'Spülmaschine'],
  ['vacuum cleaner', 'vacuum', 'hoover', 'Staubsauger'],
  ['coffee machine', 'coffee maker', 'espresso machine', 'Kaffeemaschine'],
  ['angle grinder', 'flex', 'Winkelschleifer'],
  ['cordless drill', 'drill driver', 'cordless screwdriver', 'Akkuschrauber'],
  ['TV', 'television', 'Fernseher'],
  ['RAM', 'memory', 'Arbeitsspeicher'],
  ['CPU', 'processor', 'Prozessor'],
  ['GPU', 'graphics card', 'video card', 'Grafikkarte'],
  ['PSU', 'power supply', 'Netzteil'],
  ['motherboard', 'mainboard', 'logic board', 'system board'],
  ['screen', 'display', 'LCD', 'Bildschirm'],
  ['Wi-Fi', 'wireless', 'WLAN', 'AirPort'],
  ['trackpad', 'touchpad'],
  ['headphones', 'earphones', 'headset', 'Kopfhörer'],
  ['charger', 'power adapter', 'AC adapter', 'Ladegerät'],
  ['thermal paste', 'thermal compound', 'thermal grease', 'Wärmeleitpaste'],
  ['fan', 'Lüfter', 'Ventilator'],
  ['wrench', 'spanner', 'Schraubenschlüssel'],
  ['screwdriver', 'Schraubendreher', 'Schraubenzieher'],
  ['multimeter', 'volt meter', 'voltmeter'],
  ['flashlight', 'torch', 'Taschenlampe'],
  ['lamp', 'light', 'Lampe', 'Leuchte'],
  ['faucet', 'tap', 'Wasserhahn'],
  ['gasket', 'seal', 'Dichtung'],
  ['pump', 'Pumpe'],
  ['submersible pump', 'sump pump', 'Tauchpumpe'],
  ['hose', 'Schlauch'],
  ['inner tube', 'Fahrradschlauch'],
  ['flat', 'puncture', 'Platten'],
  ['brake', 'Bremse'],
  ['brake pad', 'brake shoe', 'Bremsbelag'],
  ['chain', 'Kette'],
  ['cable', 'cord', 'Kabel'],
  ['socket', 'outlet', 'Steckdose'],
  ['fuse', 'Sicherung'],
  ['switch', 'Schalter'],
  ['gasoline', 'petrol', 'Benzin'],
  ['gearbox', 'transmission', 'Getriebe'],
  ['hood', 'bonnet', 'Motorhaube'],
  ['windshield', 'windscreen', 'Windschutzscheibe'],
  ['license plate', 'number plate', 'Nummernschild'],
  ['spark plug', 'Zündkerze'],
  ['noise', 'noisy', 'loud'],
  ['squeak', 'squeal', 'screech'],
  ['leak', 'drip', 'undicht'],
  ['aluminium', 'aluminum'],
  ['colour', 'color'],
  ['earth', 'ground', 'grounding'],
  ['disk', 'disc', 'Scheibe'],
];

interface Phrase {
  terms: string[];
  /** Index terms of each other phrase of its set. */
  others: string[][];
}

/** Finds synonyms of the words of a query, whatever their inflection. */
export class Synonyms {
  private readonly byFirst = new Map<string, Phrase[]>();

  constructor(sets: readonly (readonly string[])[]) {
    for (const set of sets) {
      const phrases = set.map((phrase) => words(phrase).map(stem)).filter((terms) => terms.length > 0);
      for (const terms of phrases)
        this.add({ terms, others: phrases.filter((other) => other.join(' ') !== terms.join(' ')) });
    }
    for (const phrases of this.byFirst.values()) phrases.sort((a, b) => b.terms.length - a.terms.length);
  }

  /** Returns whether a word alone has synonyms. */
  has(word: string): boolean {
    return this.at([stem(word)], 0).others.length > 0;
  }

  /** Returns the longest phrases that begin at a place of the query, all of one length; a word may be in several sets. */
  at(stems: readonly string[], place: number): { length: number; others: string[][] } {
    const fitting = (this.byFirst.get(stems[place] ?? '') ?? []).filter(({ terms }) =>
      terms.every((term, index) => stems[place + index] === term),
    );
    const length = fitting[0]?.terms.length ?? 1;
    return {
      length,
      others: fitting
        .filter(({ terms }) => terms.length === length)
        .flatMap(({ others }) => others)
        .slice(0, limits.search.synonymsOfWord.max),
    };
  }

  private add(phrase: Phrase): void {
    const first = phrase.terms[0] ?? '';
    const known = this.byFirst.get(first);
    if (known) known.push(phrase);
    else this.byFirst.set(first, [phrase]);
  }
}

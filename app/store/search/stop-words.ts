import { fold } from './words.ts';

/** Stop words, which do not narrow a search, by language of the site. */
const byLanguage: Readonly<Record<string, string>> = {
  en: `a an the and or of for to in on at by with from into my your our his her its it this that these those there is are
    was were be been am do does did done has have had how what whats why when where which who i im ive you we he she they me
    can could should would will may must not no nor if then than so as just please need needs want wants help get gets got
    wont cant dont doesnt didnt isnt arent wasnt wouldnt couldnt shouldnt havent hasnt`,
  de: `der die das den dem des ein eine einen einem einer eines und oder von vom zu zum zur mit für in im ins am an auf aus
    bei beim nach um über unter ist sind war wird werden wurde habe hat haben kann können muss soll sollte will wie was warum
    wieso wo wann wer welche welcher welches ich du er sie es wir ihr man mein meine meinen meinem meiner dein deine nicht kein
    keine keinen sich mir mich dir dich da dann als auch noch nur bitte brauche geht gehts lässt`,
  fr: `le la les un une des du de et ou à au aux en dans sur sous par pour avec ce cet cette ces mon ma mes ton ta tes son sa ses
    notre votre leur est sont était être ai as a ont comment quoi pourquoi quand où qui que quel quelle je tu il elle on nous
    vous ils elles ne pas plus peut peux dois faut`,
  es: `el la los las un una unos unas de del y o a al en con por para sin mi mis tu tus su sus es son era ser estar está están
    he ha han como cómo qué que por porqué cuando cuándo donde dónde quien cuál yo él ella nosotros ellos se me te lo no puedo
    puede debo hay`,
};

const listed = new Map(
  Object.entries(byLanguage).map(([language, words]) => [language, words.split(/\s+/).map(fold)]),
);

/** Returns the folded stop words of these languages (`en`, `de-at`); none for a language without a list. */
export const stopWordsOf = (langids: readonly string[]): ReadonlySet<string> =>
  new Set(langids.flatMap((langid) => listed.get(langid.split(/[-_]/)[0] ?? '') ?? []));

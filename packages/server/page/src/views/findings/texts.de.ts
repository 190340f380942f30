import type { Translated } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';
import type { Named } from './read-details.js';
import type { Texts } from './texts.js';

const bots = (count: number): string => plural(count, { one: 'Bot', other: 'Bots' });
const have = (count: number): string => (count === 1 ? 'hat' : 'haben');
const list = (names: readonly string[]): string => names.map((name) => `„${name}“`).join(', ');
const about = ({ kind, subject }: Named): string => (subject === '' ? kind : `${kind} ${subject}`);

export const german: Translated<Texts> = {
  'companion-failed': ({ companion }) => `${companion} ist ausgefallen und bringt keine Werkzeuge.`,
  'companion-stale': ({ companion }) => `${companion} antwortet nicht. Die letzte Liste wird verwendet.`,
  'companion-loading': ({ companion }) => `${companion} hat noch nicht geantwortet.`,
  'companion-off': ({ companion, bots: count }) =>
    `${companion} ist in der Konfiguration ausgeschaltet, und ${bots(count)} ${have(count)} Werkzeuge davon. Deren Namen bleiben vergeben.`,
  'companion-recovered': ({ companion }) => `${companion} arbeitet und hatte vorher ein Problem.`,
  'definition-file-broken': ({ names }) =>
    `Eine Definitionsdatei ist fehlerhaft und wird ausgelassen${names.length === 0 ? '' : `: ${list(names)}`}. Die Datei berichtigen, dann den Host neu starten.`,
  'definition-broken': ({ tool, owner, count }) =>
    count > 0
      ? `Weitere fehlerhafte Definitionen von ${owner}: ${formatNumber(count)}. Dem Autor mitteilen; die übrigen Werkzeuge arbeiten.`
      : tool === ''
        ? `Eine Definition von ${owner} ist fehlerhaft und hat nicht einmal einen Namen. Dem Autor mitteilen; die übrigen Werkzeuge arbeiten.`
        : `Die Definition von ${tool} (${owner}) ist fehlerhaft, deshalb bekommt kein Bot das Werkzeug. Dem Autor mitteilen; die übrigen Werkzeuge arbeiten.`,
  'name-taken': ({ tool, owner, holder }) =>
    `${tool} von ${owner} wird übersprungen: Der Name gehört ${holder}. Das Werkzeug kann unter einem anderen Namen angeboten werden.`,
  'name-listed-twice': ({ tool, owner }) =>
    `${owner} meldet ${tool} zweimal. Die erste Definition gilt; dem Autor mitteilen.`,
  'names-left-out': ({ owner, count }) =>
    `Weitere übersprungene Namen von ${owner}: ${formatNumber(count)}. Andere haben sie, oder sie werden zweimal gemeldet. Dem Autor mitteilen.`,
  'alias-taken': ({ tool, name, owner, holder }) =>
    `Der Alias ${name} von ${tool} (${owner}) wird übersprungen: Der Name gehört ${holder}. Das Werkzeug selbst arbeitet.`,
  'expose-as-unusable': ({ tool, name, owner, holder }) =>
    holder === ''
      ? `${tool} von ${owner} kann nicht als ${name} angeboten werden. Anders entscheiden; bis dahin gilt diese Entscheidung nicht.`
      : `${tool} von ${owner} kann nicht als ${name} angeboten werden: Der Name gehört ${holder}. Einen anderen Namen wählen; bis dahin behält das Werkzeug seinen eigenen.`,
  'decision-kind-unknown': (named) =>
    `Diese Version von Loadout kennt die Entscheidung ${about(named)} nicht. Sie gilt nicht.`,
  'decision-unusable': (named) => `Die Entscheidung ${about(named)} passt nicht und gilt nicht.`,
  'decision-owner-renamed': (named) =>
    `${named.owner} gibt an, früher ${named.before} gewesen zu sein. Die Entscheidung ${about(named)} gilt erst, wenn das übernommen ist.`,
  'decision-owner-absent': (named) =>
    `Niemand meldet zurzeit Werkzeuge als ${named.owner}. Die Entscheidung ${about(named)} gilt nicht.`,
  'decision-tool-absent': (named) =>
    `${named.owner} meldet zurzeit kein Werkzeug ${named.tool}. Die Entscheidung ${about(named)} gilt nicht.`,
  'decision-for-heir': (named) =>
    `Die Entscheidung ${about(named)} gilt auch für ${named.name}, weil dieses Werkzeug früher ${named.tool} hieß.`,
  'tools-off': () => 'Alle Werkzeuge sind abgeschaltet. Kein Bot bekommt eines.',
  'component-defaults-absent': ({ subject, names }) =>
    `Niemand meldet zurzeit ${list(names)}; die Komponente ${subject} hat diese Namen als Vorgabe.`,
  'organisation-file-broken': () =>
    'Die Datei der Organisation ist fehlerhaft. Wer sie verwaltet, berichtigt die genannte Stelle.',
  'organisation-setting-undeclared': ({ tool, field }) =>
    `Die Datei der Organisation setzt „${field}“ von ${tool}; das Werkzeug hat keine solche Einstellung. Der Wert gilt nicht.`,
  'organisation-value-misfit': ({ tool, field }) =>
    `Der Wert der Organisation für „${field}“ von ${tool} passt nicht und gilt nicht.`,
  'organisation-lock-misfit': ({ tool, field }) =>
    `Die Organisation hat „${field}“ von ${tool} auf einen Wert festgelegt, der nicht passt. Die Einstellung gilt als nicht gesetzt.`,
  'organisation-owner-renamed': ({ owner, before }) =>
    `${owner} gibt an, früher ${before} gewesen zu sein. Der Eintrag der Organisation gilt dafür, solange das angegeben ist.`,
  'organisation-owner-absent': ({ owner }) =>
    `Niemand meldet zurzeit Werkzeuge als ${owner}. Der Eintrag der Organisation gilt, sobald es jemand tut.`,
  'organisation-tool-absent': ({ tool }) =>
    `Zurzeit heißt kein Werkzeug ${tool}. Der Eintrag der Organisation gilt, sobald es eines gibt.`,
  'vault-chosen': ({ kind }) => `Geheimnisse werden hier aufbewahrt: ${kind}.`,
  'vault-broken': () => 'Der Ort für Geheimnisse hat einen Fehler.',
  'secrets-outdated': ({ count }) =>
    `${plural(count, { one: 'Geheimnis ist', other: 'Geheimnisse sind' })} noch mit einem früheren Schlüssel versiegelt oder an einem anderen Ort als neue. Den Schlüssel bis zum erneuten Versiegeln behalten.`,
  'secret-unreadable': (named) => `${secretOf(named)} kann nicht gelesen werden und gilt als nicht gesetzt.`,
  'secret-short': (named) =>
    `${secretOf(named)} hat weniger als ${named.count} Zeichen und kann deshalb in Ergebnissen und Aufrufen nicht verdeckt werden. Ein längeres eintragen, wenn der Dienst eines hat.`,
  'secret-unknown': ({ name }) => `Nichts verwendet das Geheimnis ${name}.`,
  'secret-tool-absent': (named) => `${secretOf(named)} ist gesetzt, und niemand meldet zurzeit das Werkzeug.`,
  'setting-is-secret': ({ tool, field }) =>
    `„${field}“ von ${tool} ist inzwischen ein Geheimnis und steht lesbar in der Datenbank. Löschen, dann neu eintragen.`,
  'setting-owner-renamed': ({ owner, before, field }) =>
    `${owner} gibt an, früher ${before} gewesen zu sein. „${field}“, für ${before} gesetzt, gilt erst, wenn das übernommen ist.`,
  'setting-tool-absent': ({ tool, owner, field }) =>
    `„${field}“ ist für ${tool} von ${owner} gesetzt; zurzeit meldet niemand dieses Werkzeug.`,
  'setting-undeclared': ({ tool, field }) =>
    `„${field}“ ist für ${tool} gesetzt; das Werkzeug hat keine Einstellungen.`,
  'setting-misfit': ({ tool, field }) => `Der Wert von „${field}“ von ${tool} passt nicht und gilt nicht.`,
  'settings-missing': ({ tool, fields, bots: count }) =>
    `${tool} braucht ${list(fields)}. ${bots(count)} ${have(count)} das Werkzeug.`,
  'settings-refused': ({ tool, bot, bots: count }) =>
    `${tool} nimmt seine Einstellungen nicht an und wird deshalb zurückgehalten: für ${bot === '' ? bots(count) : bot}.`,
  'override-misfit': ({ tool, bot }) =>
    `Die Einstellungen von ${tool} allein für ${bot} passen nicht. Was nicht passt, gilt nicht.`,
  'override-has-secret': ({ tool, bot, fields }) =>
    `${list(fields)} von ${tool} für ${bot} ist inzwischen ein Geheimnis und steht lesbar in der Datenbank. Aus den eigenen Einstellungen entfernen, dann neu eintragen.`,
  'configured-tool-absent': ({ tool }) =>
    `Die Konfiguration hat Einstellungen für ${tool}; zurzeit heißt kein Werkzeug so.`,
  'configured-setting-misfit': ({ tool, field }) =>
    `Der Wert der Konfiguration für „${field}“ von ${tool} passt nicht und gilt nicht.`,
  'assignment-built-in': ({ tool, owner, bots: count }) =>
    `${bots(count)} ${have(count)} ${tool} von ${owner}. Das Werkzeug ist inzwischen eingebaut und zieht von selbst um.`,
  'assignment-owner-changed': ({ tool, owner, before, bots: count }) =>
    `${tool} kommt jetzt von ${owner}, vorher von ${before}. Zurückgehalten für ${bots(count)}, bis das übernommen ist.`,
  'assignment-definition-changed': ({ tool, bots: count }) =>
    `Die Definition von ${tool} hat sich seit der Freigabe für ${bots(count)} geändert.`,
  'assignment-definition-withheld': ({ tool, bots: count }) =>
    `Die Definition von ${tool} hat sich geändert. Zurückgehalten für ${bots(count)}, bis das übernommen ist.`,
  'assignment-name-changed': ({ tool, name, owner, bots: count }) =>
    `${bots(count)} ${have(count)} ${tool} von ${owner}; das Werkzeug wird jetzt als ${name} angeboten. ${name} einschalten und ${tool} entfernen.`,
  'assignment-owner-renamed': ({ tool, owner, before, bots: count }) =>
    `${bots(count)} ${have(count)} ${tool} von ${before}, und ${owner} gibt an, früher so geheißen zu haben. Übernehmen, um das Werkzeug wieder zu haben.`,
  'assignment-absent': ({ tool, owner, bots: count }) =>
    `${bots(count)} ${have(count)} ${tool} von ${owner}; zurzeit meldet niemand dieses Werkzeug.`,
  'approval-waits': ({ tool, bot, since, until }) =>
    `Ein Aufruf von ${tool} durch ${bot} wartet auf eine Entscheidung, gefragt ${since}. Nach Ablauf (${until}) wird er nicht mehr ausgeführt.`,
  'database-broken': () =>
    'Die Datenbank ist fehlerhaft. Den Host beenden, eine Kopie der Datei behalten und die letzte Sicherung an ihre Stelle setzen.',
  'database-absent': () => 'Es gibt noch keine Datenbank. Der erste Bot legt sie an.',
  'configuration-remark': () => 'In der Konfiguration passt eine Stelle nicht. Berichtigen, dann den Host neu starten.',
};

function secretOf({ tool, field, bot, name }: Named): string {
  if (tool === '') return `Das Geheimnis ${name}`;
  return `„${field}“ von ${tool}${bot === '' ? '' : ` für ${bot}`}`;
}

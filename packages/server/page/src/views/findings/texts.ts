import { defineTexts } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';
import type { FindingCode, Named } from './read-details.js';

const bots = (count: number): string => plural(count, { one: 'bot', other: 'bots' });
const have = (count: number): string => (count === 1 ? 'has' : 'have');
const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
/** For whom a decision is, and for the host as a whole nobody. */
const about = ({ kind, subject }: Named): string => (subject === '' ? kind : `${kind} ${subject}`);

const english = {
  'companion-failed': ({ companion }: Named) => `${companion} failed, and brings no tools.`,
  'companion-stale': ({ companion }: Named) => `${companion} does not answer. Its last list is used.`,
  'companion-loading': ({ companion }: Named) => `${companion} has not answered yet.`,
  'companion-off': ({ companion, bots: count }: Named) =>
    `${companion} is switched off in the configuration, and ${bots(count)} ${have(count)} tools of it. Their names stay reserved.`,
  'companion-recovered': ({ companion }: Named) => `${companion} works, and had a problem before.`,
  'definition-file-broken': ({ names }: Named) =>
    `A definition file has a fault, and is left out${names.length === 0 ? '' : `: ${list(names)}`}. Correct the file, then start the host again.`,
  'definition-broken': ({ tool, owner, count }: Named) =>
    count > 0
      ? `${plural(count, { one: 'more definition', other: 'more definitions' })} of ${owner} have faults. Tell the author; the other tools work.`
      : tool === ''
        ? `A definition of ${owner} has a fault, and not even a name. Tell the author; the other tools work.`
        : `The definition of ${tool} of ${owner} has a fault, so no bot gets it. Tell the author; the other tools work.`,
  'name-taken': ({ tool, owner, holder }: Named) =>
    `${tool} of ${owner} is skipped: the name belongs to ${holder}. It can be offered under another name.`,
  'name-listed-twice': ({ tool, owner }: Named) =>
    `${owner} lists ${tool} twice. The first one counts; tell the author.`,
  'names-left-out': ({ owner, count }: Named) =>
    `${plural(count, { one: 'more name', other: 'more names' })} of ${owner} are skipped: others have them, or it lists them twice. Tell the author.`,
  'alias-taken': ({ tool, name, owner, holder }: Named) =>
    `The alias ${name} of ${tool} (${owner}) is skipped: the name belongs to ${holder}. The tool itself works.`,
  'expose-as-unusable': ({ tool, name, owner, holder }: Named) =>
    holder === ''
      ? `${tool} of ${owner} cannot be offered as ${name}. Decide otherwise; until then this counts for nothing.`
      : `${tool} of ${owner} cannot be offered as ${name}: the name belongs to ${holder}. Choose another name; until then the tool keeps its own.`,
  'decision-kind-unknown': (named: Named) =>
    `This version of Loadout does not know the decision ${about(named)}. It counts for nothing.`,
  'decision-unusable': (named: Named) => `The decision ${about(named)} does not fit, and counts for nothing.`,
  'decision-owner-renamed': (named: Named) =>
    `${named.owner} says that it was formerly ${named.before}. The decision ${about(named)} counts for nothing until that is accepted.`,
  'decision-owner-absent': (named: Named) =>
    `Nobody lists tools as ${named.owner} at present. The decision ${about(named)} counts for nothing.`,
  'decision-tool-absent': (named: Named) =>
    `${named.owner} lists no tool ${named.tool} at present. The decision ${about(named)} counts for nothing.`,
  'decision-for-heir': (named: Named) =>
    `The decision ${about(named)} holds for ${named.name} too, because that tool was called ${named.tool} before.`,
  'tools-off': (_: Named) => 'All tools are switched off. No bot gets any.',
  'component-defaults-absent': ({ subject, names }: Named) =>
    `Nobody lists ${list(names)} at present, which the component ${subject} has by default.`,
  'organisation-file-broken': (_: Named) =>
    "The organisation's file has a fault. Whoever manages it corrects the place that is named.",
  'organisation-setting-undeclared': ({ tool, field }: Named) =>
    `The organisation's file sets "${field}" of ${tool}, which has no such setting. It counts for nothing.`,
  'organisation-value-misfit': ({ tool, field }: Named) =>
    `The organisation's value for "${field}" of ${tool} does not fit, and counts for nothing.`,
  'organisation-lock-misfit': ({ tool, field }: Named) =>
    `The organisation has locked "${field}" of ${tool} to a value that does not fit. The tool counts as not configured.`,
  'organisation-owner-renamed': ({ owner, before }: Named) =>
    `${owner} says that it was formerly ${before}. The organisation's entry counts for it as long as it says so.`,
  'organisation-owner-absent': ({ owner }: Named) =>
    `Nobody lists tools as ${owner} at present. The organisation's entry counts once somebody does.`,
  'organisation-tool-absent': ({ tool }: Named) =>
    `No tool is called ${tool} at present. The organisation's entry counts once there is one.`,
  'vault-chosen': ({ kind }: Named) => `Secrets are kept here: ${kind}.`,
  'vault-broken': (_: Named) => 'The place for secrets has a fault.',
  'secrets-outdated': ({ count }: Named) =>
    `${plural(count, { one: 'secret is', other: 'secrets are' })} still sealed with an earlier key, or kept in another place than new ones. Keep that key until they are sealed again.`,
  'secret-unreadable': (named: Named) => `${secretOf(named)} cannot be read, and counts as not set.`,
  'secret-short': (named: Named) =>
    `${secretOf(named)} has fewer than ${named.count} characters, so it cannot be masked in results and traces. Enter a longer one, if the service has such.`,
  'secret-unknown': ({ name }: Named) => `Nothing uses the secret ${name}.`,
  'secret-tool-absent': (named: Named) => `${secretOf(named)} is set, and nobody lists the tool at present.`,
  'setting-is-secret': ({ tool, field }: Named) =>
    `"${field}" of ${tool} is a secret by now, and stands readable in the database. Delete it, then enter it again.`,
  'setting-owner-renamed': ({ owner, before, field }: Named) =>
    `${owner} says that it was formerly ${before}. "${field}", set for ${before}, counts for nothing until that is accepted.`,
  'setting-tool-absent': ({ tool, owner, field }: Named) =>
    `"${field}" is set for ${tool} of ${owner}, which nobody lists at present.`,
  'setting-undeclared': ({ tool, field }: Named) => `"${field}" is set for ${tool}, which has no settings.`,
  'setting-misfit': ({ tool, field }: Named) =>
    `The value of "${field}" of ${tool} does not fit, and counts for nothing.`,
  'settings-missing': ({ tool, fields, bots: count }: Named) =>
    `${tool} needs ${list(fields)}. ${bots(count)} ${have(count)} the tool.`,
  'settings-refused': ({ tool, bot, bots: count }: Named) =>
    `${tool} does not accept its settings, so it is withheld from ${bot === '' ? bots(count) : bot}.`,
  'override-misfit': ({ tool, bot }: Named) =>
    `The settings of ${tool} for ${bot} alone do not fit. What does not fit counts for nothing.`,
  'override-has-secret': ({ tool, bot, fields }: Named) =>
    `${list(fields)} of ${tool} for ${bot} is a secret by now, and stands readable in the database. Take it out of the override, then enter it again.`,
  'configured-tool-absent': ({ tool }: Named) =>
    `The configuration has settings for ${tool}, and no tool is called so at present.`,
  'configured-setting-misfit': ({ tool, field }: Named) =>
    `The configuration's value for "${field}" of ${tool} does not fit, and counts for nothing.`,
  'assignment-built-in': ({ tool, owner, bots: count }: Named) =>
    `${bots(count)} ${have(count)} ${tool} from ${owner}. It is built in by now, and moves by itself.`,
  'assignment-owner-changed': ({ tool, owner, before, bots: count }: Named) =>
    `${tool} now comes from ${owner}, before from ${before}. It is withheld from ${bots(count)} until that is accepted.`,
  'assignment-definition-changed': ({ tool, bots: count }: Named) =>
    `The definition of ${tool} has changed since it was accepted for ${bots(count)}.`,
  'assignment-definition-withheld': ({ tool, bots: count }: Named) =>
    `The definition of ${tool} has changed. It is withheld from ${bots(count)} until that is accepted.`,
  'assignment-name-changed': ({ tool, name, owner, bots: count }: Named) =>
    `${bots(count)} ${have(count)} ${tool} of ${owner}, which is offered as ${name} now. Switch on ${name}, and remove ${tool}.`,
  'assignment-owner-renamed': ({ tool, owner, before, bots: count }: Named) =>
    `${bots(count)} ${have(count)} ${tool} from ${before}, and ${owner} says that it was formerly that one. Accept it to have the tool again.`,
  'assignment-absent': ({ tool, owner, bots: count }: Named) =>
    `${bots(count)} ${have(count)} ${tool} of ${owner}, which nobody lists at present.`,
  'approval-waits': ({ tool, bot, since, until }: Named) =>
    `A call of ${tool} by ${bot} has waited since ${since}. It does not run after ${until}.`,
  'database-broken': (_: Named) =>
    'The database has a fault. Stop the host, keep a copy of the file, and put the last backup in its place.',
  'database-absent': (_: Named) => 'There is no database yet. The first bot makes it.',
  'configuration-remark': (_: Named) =>
    'The configuration has a place that does not fit. Correct it, then start the host again.',
} satisfies Record<FindingCode, (named: Named) => string>;

function secretOf({ tool, field, bot, name }: Named): string {
  if (tool === '') return `The secret ${name}`;
  return `"${field}" of ${tool}${bot === '' ? '' : ` for ${bot}`}`;
}

export type Texts = typeof english;

/** What a finding says, for each kind. */
export const findingTexts = defineTexts(english, () => import('./texts.de.js'));

import type { Command } from 'commander';
import { parseText } from './parse-flags.js';
import { type JsonFlag, jsonOption, type Run } from './run.js';

/** `loadout approvals`: calls that wait for a person. */
export function addApprovalCommands(program: Command, run: Run): void {
  const approvals = program
    .command('approvals')
    .description('list, allow and deny calls that wait for a person, and take approvals back');

  approvals
    .command('list')
    .description('list calls that wait, decided ones whose turn was not resumed yet, and what holds for a conversation')
    .option('--bot <bot>', 'only of this bot', parseText('the id of a bot'))
    .option(...jsonOption)
    .action((flags: JsonFlag & { readonly bot?: string }) =>
      run('bots', async (session) => (await import('../commands/approvals.js')).listApprovals(session, flags)),
    );

  approvals
    .command('allow')
    .description('allow a call')
    .argument('<approval>', 'id of the approval')
    .option('--scope <scope>', 'how long it holds: once, turn or conversation (default: once)')
    .option(...jsonOption)
    .action((id: string, flags: JsonFlag & { readonly scope?: string }) =>
      run('bots', async (session) => (await import('../commands/approvals.js')).allowCall(session, id, flags)),
    );

  approvals
    .command('deny')
    .description('deny a call')
    .argument('<approval>', 'id of the approval')
    .option('--reason <text>', 'why, for the model', parseText('a reason that is not blank'))
    .option(...jsonOption)
    .action((id: string, flags: JsonFlag & { readonly reason?: string }) =>
      run('bots', async (session) => (await import('../commands/approvals.js')).denyCall(session, id, flags)),
    );

  approvals
    .command('revoke')
    .description('take back an approval that holds for a conversation')
    .argument('<lasting>', 'id of the approval, as "list" shows it below')
    .option(...jsonOption)
    .action((id: string, flags: JsonFlag) =>
      run('bots', async (session) => (await import('../commands/approvals.js')).revokeApproval(session, id, flags)),
    );
}

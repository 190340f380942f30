/** One step from a version of the traces file to the next. There is no way back. */
export interface TraceMigration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * All steps, ascending. A published one is never changed. Traces have no index beside their ids: each one would double
 * the cost of a trace, and listings manage without (`list-traces.ts`). Large columns come last, so that a scan need not
 * read past them. No id is given twice as long as the newest trace is there, which is never deleted
 * (`prune-traces.ts`); `autoincrement` would cost a twentieth for the same.
 */
export const traceMigrations: readonly TraceMigration[] = [
  {
    version: 1,
    name: 'traces',
    sql: `
      create table traces (
        id integer primary key,
        bot_id text not null,
        turn_id text not null,
        call_id text not null,
        tool text not null,
        owner text,
        outcome integer not null,
        call_order integer not null,
        started_at integer not null,
        duration_ms integer not null,
        result_characters integer not null,
        error_id text,
        repairs text,
        arguments text not null
      );
      create view traces_in_words as select
        id, bot_id, turn_id, call_id, tool, owner,
        case outcome / 3
          when 0 then 'SUCCESS' when 1 then 'ERROR' when 2 then 'BLOCKED' when 3 then 'CANCELLED' end as status,
        case outcome % 3 when 0 then 'yes' when 1 then 'no' when 2 then 'unknown' end as executed,
        call_order, datetime(started_at / 1000, 'unixepoch') as started_at, duration_ms, result_characters, error_id,
        repairs, arguments
        from traces;
      create table calls_under_way (
        turn_id text not null,
        call_order integer not null,
        bot_id text not null,
        call_id text not null,
        tool text not null,
        owner text,
        started_at integer not null,
        repairs text,
        arguments text not null,
        primary key (turn_id, call_order)
      );
      create table token_uses (
        token_id text primary key not null,
        minute integer not null
      );`,
  },
  {
    version: 2,
    name: 'begun-calls-are-traces',
    sql: `
      insert into traces
        (bot_id, turn_id, call_id, tool, owner, outcome, call_order, started_at, duration_ms, result_characters,
          repairs, arguments)
        select bot_id, turn_id, call_id, tool, owner, 12, call_order, started_at, 0, 0, repairs, arguments
        from calls_under_way order by started_at, rowid;
      drop table calls_under_way;
      drop view traces_in_words;
      create view traces_in_words as select
        id, bot_id, turn_id, call_id, tool, owner,
        case when outcome = 12 then 'ERROR' else case outcome / 3
          when 0 then 'SUCCESS' when 1 then 'ERROR' when 2 then 'BLOCKED' when 3 then 'CANCELLED' end end as status,
        case when outcome = 12 then 'unknown' else
          case outcome % 3 when 0 then 'yes' when 1 then 'no' when 2 then 'unknown' end end as executed,
        outcome <> 12 as has_ended, call_order, datetime(started_at / 1000, 'unixepoch') as started_at, duration_ms,
        result_characters, error_id, repairs, arguments
        from traces;`,
  },
  {
    version: 3,
    name: 'turns',
    sql: `
      create table turns (
        id integer primary key,
        bot_id text not null,
        turn_id text not null,
        conversation_id text,
        component text not null,
        model_provider_id text,
        model_api text,
        started_at integer not null,
        duration_ms integer not null,
        model_requests integer not null,
        calls integer not null,
        result_characters integer not null,
        offered integer not null,
        withheld integer not null,
        stop text
      );`,
  },
  {
    version: 4,
    name: 'tokens-of-turns',
    sql: `
      alter table turns add column input_tokens integer;
      alter table turns add column output_tokens integer;`,
  },
  {
    version: 5,
    name: 'timelines',
    sql: `
      alter table turns add column requests text;
      alter table traces add column waited_ms integer;`,
  },
];

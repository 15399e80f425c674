import { NamedStatementClient } from '#server/kernel/database/named-statement-client.ts';

export interface SentStatement {
  text: string;
  values: unknown[];
}

/**
 * Records every statement that the process sends from now on, including BEGIN and COMMIT, until `stop` is
 * called.
 */
export function recordStatements(): { sent: SentStatement[]; stop(): void } {
  const sent: SentStatement[] = [];
  const send = NamedStatementClient.prototype.query as (...args: unknown[]) => unknown;
  NamedStatementClient.prototype.query = function record(this: unknown, ...args: unknown[]) {
    const [config, values] = args;
    const text = typeof config === 'string' ? config : ((config as { text?: string } | null)?.text ?? '');
    sent.push({ text, values: Array.isArray(values) ? values : [] });
    return send.apply(this, args);
  } as never;
  return {
    sent,
    stop: () => {
      NamedStatementClient.prototype.query = send as never;
    },
  };
}

import type { AnswerFault } from '#domain/interfaces/answer-data.ts';
import { interfaceRequest } from '#domain/interfaces/interface-request.ts';
import type { OutboundInterface } from '#domain/interfaces/outbound-interface.ts';
import { ruleInterfaceLimitMs, ruleInterfacesLimitMs, ruleLimits } from '#domain/rules/limits.ts';
import { remoteCallers } from '#server/adapters/gateways/remote-interface/remote-interface.ts';
import { askWithinLimits } from '#server/framework/ask-within-limits.ts';
import type { Context } from '#server/framework/context.ts';

/** Asks interfaces for the rules of one call, or of one action on an order. */
export interface InterfaceCalls {
  /** Returns the answer or the reason why there is none; `busy` if the person asks too much at once. */
  ask(
    definition: OutboundInterface,
    parameters: Readonly<Record<string, string>>,
  ): Promise<{ json: unknown } | AnswerFault | 'busy'>;
}

/**
 * Creates the calls of a person, with their number and their time in milliseconds. Equal requests are sent once, so
 * that an action that is decided again, or that uses a rule twice, gets the same answer.
 */
export function createInterfaceCalls(
  context: Pick<Context, 'db' | 'now' | 'remoteInterfaces' | 'log'>,
  requester: string,
  limits = { calls: ruleLimits.interfaces as number, time: ruleInterfacesLimitMs },
): InterfaceCalls {
  const { remoteInterfaces, log } = context;
  const answers = new Map<string, { json: unknown } | AnswerFault>();
  let waited = 0;
  return {
    async ask(definition, parameters) {
      const { targetUrl } = definition;
      const request = interfaceRequest(
        definition,
        { parameters, text: '' },
        remoteInterfaces.tokenOf(targetUrl),
      );
      const key = JSON.stringify(request);
      const known = answers.get(key);
      if (known) return known;
      if (answers.size >= limits.calls) return { fault: `一次最多调用 ${limits.calls} 次接口` };
      const remaining = limits.time - waited;
      if (remaining <= 0) return { fault: `一次最多等待接口 ${limits.time / 1000} 秒` };
      // Rounded for the text that names the limit.
      const timeoutMs = Math.min(ruleInterfaceLimitMs, Math.ceil(remaining / 100) * 100);
      const begin = performance.now();
      const answer = await askWithinLimits(context, requester, () =>
        remoteInterfaces.ask(request, { ...remoteCallers.rule, timeoutMs }),
      );
      waited += performance.now() - begin;
      if ('refused' in answer) return 'busy';
      if ('fault' in answer)
        log.warn({ url: targetUrl.split('?')[0], fault: answer.fault }, 'An interface of a rule failed');
      answers.set(key, answer);
      return answer;
    },
  };
}

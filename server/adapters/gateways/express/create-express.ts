import type { ExpressConfig } from '#server/kernel/config/express.ts';
import { createEmsGateway } from './ems.ts';
import type { ExpressGateway } from './express-gateway.ts';
import { createExpressSimulator } from './simulator.ts';

/** Returns the gateway that the operator has set up; undefined if there is none. */
export function createExpress(config: ExpressConfig, now: () => Date): ExpressGateway | undefined {
  if (config.kind === 'none') return undefined;
  return config.kind === 'ems' ? createEmsGateway(config, now) : createExpressSimulator(now);
}

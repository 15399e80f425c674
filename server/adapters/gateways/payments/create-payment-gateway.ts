import { createRemoteInterfaces } from '#server/adapters/gateways/remote-interface/remote-interface.ts';
import type { Config } from '#server/kernel/config/config.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { PaymentGateway } from './gateway.ts';
import { createSignedHttpPayments } from './signed-http.ts';
import { createPaymentSimulator } from './simulator.ts';

/**
 * Returns the payment channel that the operator has set up; undefined without one. The gateway's origin is the only
 * one that its client calls, and forms cannot call it.
 */
export function createPaymentGateway(
  { payments, remoteTraces }: Pick<Config, 'payments' | 'remoteTraces'>,
  { db, crypto, now }: { db: Db; crypto: Pick<Crypto, 'deriveKey'>; now: () => Date },
): PaymentGateway | undefined {
  if (payments.kind === 'none') return undefined;
  if (payments.kind === 'simulator') return createPaymentSimulator(db, crypto, now);
  const networks = remoteTraces.networks;
  const interfaces = createRemoteInterfaces({ origins: [payments.origin], networks, tokens: {} });
  return createSignedHttpPayments(payments, interfaces, now);
}

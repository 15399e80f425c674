import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { createLog } from '#server/kernel/log/log.ts';
import { deliverMessages } from '#server/modules/cases/messages/service.ts';
import { gatewayTo } from './message-gateways.ts';

/**
 * A process that only sends due messages until it is killed: `deliver-child.ts <database> <kind> <origin>
 * <key>`.
 */
const [databaseUrl = '', kind = 'aliyun', origin = '', key = ''] = process.argv.slice(2);
const database = await connect(databaseUrl, { max: 5 });
const gateway = gatewayTo(kind as 'aliyun', origin);
const context = {
  db: database.db,
  crypto: createCrypto([Buffer.from(key, 'hex')]),
  gateways: { '10': gateway, '7': gateway },
  now: () => new Date(),
  log: createLog('fatal', () => undefined),
};
process.stdout.write('ready\n');
for (;;) {
  await deliverMessages(context);
  await new Promise((resolve) => setTimeout(resolve, 10));
}

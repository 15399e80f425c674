import type { SimulatorPerson } from '#server/adapters/gateways/sign-on/simulator-pages.ts';
import type { Context } from '#server/framework/context.ts';
import { listSimulatorPeople } from './queries.ts';

/** A person who exists at the provider but not in the portal. */
const stranger: SimulatorPerson = {
  account: 'nobody-here',
  name: '外单位人员',
  officeAndPost: '在本系统没有账号',
  certificate: '',
};

/** Reads the people whom visitors can choose in the demo's simulator. */
export async function readSimulatorPeople({
  db,
  crypto,
}: Pick<Context, 'db' | 'crypto'>): Promise<SimulatorPerson[]> {
  const rows = await listSimulatorPeople(db);
  const people = rows.map(({ account, name, title, orgName, id_card_sealed, disabled_at }) => ({
    account,
    name,
    officeAndPost: `${orgName} ${title}${disabled_at ? '（已停用）' : ''}`.trim(),
    certificate: id_card_sealed === null ? '' : crypto.open(id_card_sealed, 'staff'),
  }));
  return [...people, stranger];
}

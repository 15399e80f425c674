import type { OutboundInterface } from './outbound-interface.ts';

/** Returns an interface without values of headers and fixed values, which may be secret; their names stay. */
export function withoutValues<Interface extends OutboundInterface>(definition: Interface): Interface {
  const { headers, requestParams } = definition;
  return {
    ...definition,
    ...(headers && { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, ''])) }),
    ...(requestParams && {
      requestParams: requestParams.map((param) => ('value' in param ? { ...param, value: '' } : param)),
    }),
  };
}

/**
 * Returns an imported interface whose empty headers and fixed values are those of this installation, where they have
 * the same name in an interface of the same address. A value never goes to another address than that for which it
 * was entered.
 */
export function withOwnValues<Interface extends OutboundInterface>(
  imported: Interface,
  own: OutboundInterface | undefined,
): Interface {
  if (own?.targetUrl !== imported.targetUrl || own.method !== imported.method) return imported;
  const { headers, requestParams } = imported;
  return {
    ...imported,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value || ownHeader(own, name)]),
      ),
    }),
    ...(requestParams && {
      requestParams: requestParams.map((param) =>
        'value' in param && param.value === '' ? { ...param, value: ownFixedValue(own, param.key) } : param,
      ),
    }),
  };
}

function ownHeader({ headers = {} }: OutboundInterface, name: string): string {
  return Object.hasOwn(headers, name) ? (headers[name] ?? '') : '';
}

function ownFixedValue({ requestParams = [] }: OutboundInterface, key: string): string {
  const found = requestParams.find((param) => param.key === key && 'value' in param);
  return found && 'value' in found ? found.value : '';
}

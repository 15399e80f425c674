/**
 * Moddle descriptor of the `portal:` extension (docs/process-extension.md). The parser warns of an attribute
 * that is not listed here, and a file with a warning is refused.
 */
export const portalNamespace = 'urn:banjian:portal:1';

interface ModdleProperty {
  name: string;
  type: string;
  isAttr?: boolean;
  isMany?: boolean;
}

interface ModdleType {
  name: string;
  superClass: string[];
  properties: ModdleProperty[];
}

function attributes(...names: string[]): ModdleProperty[] {
  return names.map((name) => ({ name, type: 'String', isAttr: true }));
}

function children(...types: [name: string, type: string][]): ModdleProperty[] {
  return types.map(([name, type]) => ({ name, type, isMany: true }));
}

function element(name: string, ...properties: ModdleProperty[][]): ModdleType {
  return { name, superClass: ['Element'], properties: properties.flat() };
}

export const portalModdle = {
  name: 'Portal',
  uri: portalNamespace,
  prefix: 'portal',
  xml: { tagAlias: 'lowerCase' },
  types: [
    element(
      'Process',
      attributes('recall', 'administrator', 'resultPrecedence', 'readingNotes'),
      children(['limits', 'Limit'], ['variables', 'Variable']),
    ),
    element('Start', children(['authorities', 'Authority'])),
    element(
      'UserTask',
      attributes('stage', 'opinionRequired', 'withdrawAllowed', 'countersign', 'emptyCandidates', 'named'),
      children(
        ['candidates', 'Candidate'],
        ['buttons', 'Button'],
        ['authorities', 'Authority'],
        ['limits', 'Limit'],
        ['returns', 'Returns'],
      ),
    ),
    element('Gateway', attributes('manual')),
    element('ServiceTask', attributes('kind', 'target', 'text', 'name', 'type', 'value')),
    element('End', attributes('result')),
    element('Candidate', attributes('kind', 'ref', 'name')),
    element(
      'Button',
      attributes('id', 'code', 'name', 'state', 'opType', 'order', 'resultCode', 'ends', 'names', 'rule'),
      children(['sets', 'Set'], ['binds', 'Bind']),
    ),
    element('Set', attributes('name', 'type', 'value')),
    element('Bind', attributes('form', 'field', 'value')),
    element('Variable', attributes('name', 'type', 'value')),
    element('Authority', attributes('form', 'field', 'value')),
    element('Limit', attributes('amount', 'unit', 'roll')),
    element('Returns', attributes('allowed', 'ways', 'targets')),
  ],
};

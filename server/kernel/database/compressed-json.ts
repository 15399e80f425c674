import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Texts that JSON values are likely to contain, the likeliest last: the members of events and states as the
 * core writes them. NOTE: stored values can only be read with exactly these bytes, so they must never change;
 * JSON with other words is still written and read, only slightly longer.
 */
const dictionary = Buffer.from(
  [
    '"nextHandlers":{"branchNodeIds":["staff:staff-role:department:org:group:position:window:',
    '{"type":"panelOpened","panel":{"type":"seatClosed","panelId":"seat":"type":"panelClosed",',
    '{"type":"tokenPlaced","token":{"type":"rewound","killed":[],"placed":[],"freed":[]},{"type":"restored","rollbackId":',
    '"undo":{"killed":[],"freed":[{"tokenId":"firingId":"returnerTaskId":{"type":"rollbackOpened","rollback":{"id":1,"kind":"return","way":"direct","targetTokenIds":[',
    '{"type":"rollbackClosed","rollbackId":1,"reason":"done"},{"type":"withdrawn","recalled","reassigned","key":"',
    '{"type":"serviceAsked","nodeId":"service":{"kind":"sendMessage","target":"initiator","text":"',
    '{"type":"taskClosed","at":"outcome":"closedByReturn","closedByWithdraw","closedByEnd","returned","resubmitted",',
    '{"type":"started","at":"2026-","initiator":{"staffId":"variables":{}}},{"type":"ended","at":"nodeId":null,"result":true,false,',
    '{"version":1,"initiator":{"staffId":"staff-","name":"","orgId":"","orgName":""},"panels":[],"rollbacks":[],"rollbackCount":0,"ended":null,',
    '"tokens":{"count":2,"columns":{"nodeId":"0,1","flowId":"0,1","madeBy":",1,1,1","usedBy":"1,1,1,","dead":",,"}},',
    '"firings":{"count":1,"columns":{"nodeId":"0,1","takes":"1,1","makes":"1,1"}},',
    '"tasks":{"count":2,"columns":{"tokenId":"1,1","kind":"0,0","panelId":",","seat":",","replaces":",","onBehalfOf":"0,0",',
    '"nodeId":"","origin":"","candidates":"","openedAt":"","outcome":"","finishedBy":",","finishedAt":",","finishedSeq":",",',
    '"buttonId":",","resultCode":",","nextHandlers":",","branchNodeIds":","}},',
    '"effects":{"count":1,"columns":{"tokenId":"","resultCode":"","variables":""}},"words":["start",null,"main","started","flow","handled","end"]}',
    '{"type":"taskOpened","at":"2026-","task":{"id":1,"tokenId":1,"kind":"main","panelId":null,"seat":null,"replaces":null,"onBehalfOf":null,"nodeId":"',
    '","origin":"flow","candidates":["position:"],"openedAt":"2026-","outcome":null,"finishedBy":null,"finishedAt":null,"finishedSeq":0,"buttonId":null,"resultCode":null}}]',
    '{"type":"resultRecorded","resultCode":2001,"tokenId":1},{"type":"variablesSet","values":{"":true},"tokenId":1},',
    '{"type":"fired","firing":{"id":1,"nodeId":"","takes":[1],"makes":[1]},"made":[{"id":1,"nodeId":"","flowId":"","madeBy":1,"usedBy":null,"dead":false}]},',
    '[{"type":"taskFinished","at":"2026-","taskId":1,"outcome":"handled","by":{"staffId":"staff-","name":"","orgId":"","orgName":""},"buttonId":"","opinion":"","resultCode":null}',
  ].join(''),
);

/**
 * Small window and tables: most texts have one or two kilobytes, and allocating the tables costs more than
 * using them.
 */
const settings = { dictionary, level: 4, windowBits: 13, memLevel: 5 };

/**
 * Bytes that are unpacked at a time: Node's default of 16 kB costs more to allocate than unpacking most
 * texts.
 */
const chunkSize = 4096;

/**
 * Returns a value as a short text for a `jsonb` column, deflated and in base64. PostgreSQL compresses no
 * values under two kilobytes, which most actions write; this reduces them to a third.
 */
export function compressJson(value: unknown): string {
  return JSON.stringify(deflateRawSync(JSON.stringify(value), settings).toString('base64'));
}

/**
 * Returns the value of a `jsonb` column, compressed or stored before compression existed (events of schema 3
 * and older). @throws for a text that `compressJson` has not made.
 */
export function expandJson(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  return JSON.parse(inflateRawSync(Buffer.from(stored, 'base64'), { dictionary, chunkSize }).toString());
}

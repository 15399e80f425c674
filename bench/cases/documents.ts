import { readdirSync, readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { createDocumentPress } from '#server/adapters/document-press/document-press.ts';
import { listOpenFonts } from '#server/adapters/typesetting/fonts.ts';
import { createTypesetter } from '#server/adapters/typesetting/typesetter.ts';
import { buildDocument } from '#test/world/drawn-documents.ts';

/** Figures for drawing many replies in a row, and the memory of the process that draws them. */
export interface DocumentFigures {
  /** Documents that are drawn in a second, in each round; complete ones have a text document and the demo seal. */
  drawingRates: number[];
  completeRates: number[];
  /** Pages with one line that the engine alone draws in a second, in each round. */
  engineRates: number[];
  /** Megabytes of the drawing process after this many documents of one run. */
  memory: { documents: number; megabytes: number }[];
}

const replies = 1_000;
const perRound = 100;

function reply(number: number): OfficialDocument {
  const { head } = buildDocument({});
  return buildDocument({
    head: { ...head, number: `淳信访答〔2026〕${number}号` },
    title: '关于明珠新村电梯维修问题的信访事项处理意见书',
    body: Array.from({ length: 9 }, (_paragraph, index) => ({
      kind: 'text',
      text: `${index + 1}. 承办单位会同特种设备检验人员现场检查第${number}号来信反映的电梯，确认该幢电梯门机磨损超标，已向物业服务企业开具监察指令书，电梯状况符合启用应急维修资金的条件。`,
    })),
    attachments: ['特种设备安全监察指令书'],
    sealed: true,
    date: '2026-10-29',
    copies: '淳安县住房和城乡建设局',
    printer: { unit: '淳安县信访局办信科', date: '2026-10-29' },
    verification: { address: `https://portal.test/verify/${number}`, code: '7F3A 91C2' },
  });
}

/** Measures the drawing of replies, compared with the speed of the engine alone. */
export async function measureDocuments(rounds: number): Promise<DocumentFigures> {
  const typesetter = createTypesetter();
  const draw = (document: OfficialDocument) => typesetter.draw(document, 'bench');
  const press = createDocumentPress({ fonts: [], seal: { kind: 'simulator' }, certificate: undefined });
  const bare = createMinimalEngine();
  let number = 0;
  try {
    const memory = await measureMemory(draw);
    const figures: DocumentFigures = { drawingRates: [], completeRates: [], engineRates: [], memory };
    const makeComplete = async (document: OfficialDocument) => {
      const { pdf, seal } = await press.print(document, 'bench');
      await press.sealAndSign(pdf, seal, 'bench');
    };
    await makeComplete(reply(0));
    for (let round = 0; round < rounds; round += 1) {
      figures.drawingRates.push(await measureRate(() => draw(reply(++number))));
      figures.engineRates.push(await measureRate(async () => bare(++number)));
      figures.completeRates.push(await measureRate(() => makeComplete(reply(++number))));
    }
    return figures;
  } finally {
    await Promise.all([typesetter.stop(), press.stop()]);
  }
}

async function measureMemory(draw: (document: OfficialDocument) => Promise<unknown>) {
  const memory: DocumentFigures['memory'] = [];
  for (let number = 1; number <= replies; number += 1) {
    await draw(reply(number));
    if ([100, 500, 1_000].includes(number))
      memory.push({ documents: number, megabytes: megabytesOfChildren() });
  }
  return memory;
}

async function measureRate(work: () => Promise<unknown>): Promise<number> {
  const startTime = performance.now();
  for (let index = 0; index < perRound; index += 1) await work();
  return (perRound / (performance.now() - startTime)) * 1_000;
}

/**
 * Draws one page with one line, using the engine in this process: without queries, messages or stored rows.
 */
function createMinimalEngine(): (number: number) => void {
  const compiler = NodeCompiler.create({
    fontArgs: [{ fontBlobs: listOpenFonts().map((path) => readFileSync(path)) }],
  });
  return (number) => {
    const { result } = compiler.compile({
      mainFileContent: `#set text(font: "Noto Serif SC")\n第${number}号来信`,
    });
    if (result === null) throw new Error('The typesetting engine returned no document');
    compiler.pdf(result);
    compiler.evictCache(5);
  };
}

/**
 * Returns the megabytes of the largest child process: the drawing one, because only it has the fonts in
 * memory.
 */
function megabytesOfChildren(): number {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const residentPages = children.map((pid) =>
    Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? 0),
  );
  return Math.round((Math.max(0, ...residentPages) * 4_096) / 2 ** 20);
}

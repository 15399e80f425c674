/**
 * The usage of every command, for error messages and for `--help`. `scripts/run.mjs` checks a call against
 * this list before anything is installed, and the command reads its options with it. An option without
 * `takes` is a switch. `forwardsOptions` forwards unknown options to the program behind the command.
 */
export const commands = {
  start: { usage: ['npm start [-- --open]'], options: { open: {} } },
  dev: { usage: ['npm run dev'] },
  build: { usage: ['npm run build'] },
  trim: { usage: ['npm run trim'] },
  test: {
    usage: ['npm test [-- check rules calls widgets daily journeys] [文件 FILES]'],
    forwardsOptions: true,
  },
  'test:long': {
    usage: ['npm run test:long [-- check rules calls widgets journeys] [文件 FILES]'],
    forwardsOptions: true,
  },
  'test:changed': { usage: ['npm run test:changed [-- 分支或提交 REF]'], forwardsOptions: true },
  check: { usage: ['npm run check'] },
  types: {
    usage: ['npm run types [-- server tests bench whole domain web journeys]'],
    forwardsOptions: true,
  },
  lint: { usage: ['npm run lint [-- 文件 FILES]'], forwardsOptions: true },
  format: { usage: ['npm run format [-- 文件 FILES]'], forwardsOptions: true },
  fuzz: {
    usage: ['npm run fuzz -- [--requests 50000] [--seed N] [--call 路径的一部分 PART] [--verbose]'],
    options: {
      requests: { takes: 'number' },
      seed: { takes: 'number', minimum: 0 },
      call: { takes: 'text' },
      verbose: {},
    },
  },
  'test:visual': {
    usage: ['npm run test:visual -- [--grep 名称 NAME] [--width 390] [--pictures] [--accept | --publish]'],
    options: {
      accept: {},
      publish: {},
      pictures: {},
      grep: { takes: 'text' },
      width: { takes: 'text', many: true },
    },
  },
  chaos: {
    usage: ['npm run chaos -- [--actions 5000] [--faults 36] [--people 8] [--minutes 40] [--keep]'],
    options: {
      actions: { takes: 'number' },
      faults: { takes: 'number', minimum: 0 },
      people: { takes: 'number' },
      minutes: { takes: 'amount' },
      keep: {},
    },
  },
  bench: {
    usage: [
      'npm run bench -- [--orders 1000000] [--large] [--rounds 7] [--seconds 3] [--only todo,handle] [--keep]',
      '  --large           10 million orders',
      '  --only            todo, worst-lists, handle, initiate, detail, asking, export, dashboard, core, page-weight; and documents, files, picker, notifications, access-log, shared-commits, warnings, flowable, query, similar, table, forms, screens, first-page, which run only when named',
      '  --keep            keep the loaded database in data/bench, and use the one that an earlier --keep left',
      '  --churn-minutes   longest time of the churn through the services (10)',
      '  --warm-up         rounds that are not counted (4)',
      '  --lean            only with --only export, dashboard, files and similar: loads the orders alone, all of one person, without churn',
      '  --address, --captcha  a running demo, for the cases screens and first-page (http://127.0.0.1:8080, 8888)',
      '  --browser         path of the browser for the cases table, forms, screens and first-page',
    ],
    options: {
      orders: { takes: 'number' },
      large: {},
      rounds: { takes: 'number' },
      seconds: { takes: 'amount' },
      only: { takes: 'text' },
      keep: {},
      'churn-minutes': { takes: 'amount' },
      'warm-up': { takes: 'number' },
      lean: {},
      address: { takes: 'text' },
      captcha: { takes: 'text' },
      browser: { takes: 'text' },
    },
  },
  model: {
    usage: ['npm run model -- [--steps 400000] [--seed N] [--mutants]'],
    options: { steps: { takes: 'number' }, seed: { takes: 'number', minimum: 0 }, mutants: {} },
  },
  'upgrade-run': {
    usage: ['npm run upgrade-run -- 旧版目录 FOLDER [--minutes 10] [--people 6]'],
    options: { minutes: { takes: 'amount' }, people: { takes: 'number' } },
    positionals: ['旧版目录 FOLDER'],
  },
  'record-release': { usage: ['npm run record-release [-- 文件 FILES]'], forwardsOptions: true },
  migrate: { usage: ['npm run migrate [-- --check]'], options: { check: {} } },
  doctor: {
    usage: ['npm run doctor [-- --json]'],
    options: { json: {} },
  },
  backup: {
    usage: [
      'npm run backup -- 目录 DIR [--keys 密钥目录 DIR2 [--keys-beside]] [--keep 份数 N] [--despite-damage]',
      'npm run backup -- --check 目录 DIR [--keys 密钥目录 DIR2] [--identity 私钥文件 FILE]',
    ],
    options: {
      check: {},
      keys: { takes: 'text' },
      'keys-beside': {},
      identity: { takes: 'text' },
      keep: { takes: 'number' },
      'despite-damage': {},
    },
    positionals: ['目录 DIR'],
  },
  'backup:identity': { usage: ['npm run backup:identity -- 私钥文件 FILE'], positionals: ['私钥文件 FILE'] },
  restore: {
    usage: [
      'npm run restore -- 目录 DIR [--into 新目录 FOLDER] [--keys 密钥目录 DIR2] [--identity 私钥文件 FILE] [--send-messages]',
    ],
    options: {
      into: { takes: 'text' },
      keys: { takes: 'text' },
      identity: { takes: 'text' },
      'send-messages': {},
    },
    positionals: ['目录 DIR'],
  },
  'audit:verify': {
    usage: [
      'npm run audit:verify [-- --no-files] [--anchor 锚点 HASH]… [--anchors-file 锚点文件 FILE]',
      'npm run audit:verify -- --acknowledge 问题标识 ID --reason 原因 REASON',
    ],
    options: {
      anchor: { takes: 'text', many: true },
      'anchors-file': { takes: 'text' },
      'no-files': {},
      acknowledge: { takes: 'text' },
      reason: { takes: 'text' },
    },
  },
  'account:reset': { usage: ['npm run account:reset -- 账号 ACCOUNT'], positionals: ['账号 ACCOUNT'] },
};

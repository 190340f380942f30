import type { CompanionModule, IToolProvider, JsonObject } from '@loadout/core';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const noArguments = { type: 'object', properties: {}, additionalProperties: false };

/** What a companion of customers' data lists: tools of every state that a loadout shows. */
const crmTools = [
  {
    name: 'crm_lookup',
    label: { en: 'Customer record', de: 'Kundenakte' },
    summary: { en: 'Finds what is known of a customer.', de: 'Findet, was über einen Kunden bekannt ist.' },
    icon: 'user',
    description: 'Finds a customer by number. Answers name and orders.',
    schema: {
      type: 'object',
      properties: {
        customer: { type: 'string', title: 'Customer number', description: 'As on the invoice.', minLength: 1 },
        orders: { type: 'boolean', title: 'Include orders', default: false },
        since: { type: 'string', format: 'date', title: 'Orders since' },
        fields: { type: 'array', title: 'Fields', items: { type: 'string', enum: ['name', 'address', 'phone'] } },
      },
      required: ['customer'],
      additionalProperties: false,
    },
    policy: { readOnly: true },
  },
  {
    name: 'crm_merge',
    label: { en: 'Merge customers', de: 'Kunden zusammenführen' },
    description: 'Merges two customers into one. There is no way back.',
    schema: {
      type: 'object',
      properties: { from: { type: 'string' }, into: { type: 'string' } },
      required: ['from', 'into'],
    },
    policy: { readOnly: false, destructive: true, approval: 'ask' },
    sensitiveArguments: ['from'],
  },
  {
    name: 'crm_report',
    label: { en: 'Sales report', de: 'Umsatzbericht' },
    icon: 'chart',
    description: 'Makes a report of sales. Needs the key of the reporting service.',
    schema: noArguments,
    settingsSchema: {
      type: 'object',
      properties: {
        apiKey: { type: 'string', title: 'API key', secret: true, minLength: 8 },
        region: { type: 'string', title: 'Region', enum: ['eu', 'us'], default: 'eu' },
        pages: { type: 'integer', title: 'Pages', minimum: 1, maximum: 9, default: 2 },
        note: { type: 'string', title: 'Note' },
      },
      required: ['apiKey'],
    },
    policy: { readOnly: true },
  },
  {
    name: 'crm_files',
    description: 'Answers text in Markdown, an image and structured data.',
    schema: noArguments,
    policy: { readOnly: true },
  },
  { name: 'crm_fail', description: 'Always fails.', schema: noArguments, policy: { readOnly: true } },
  { name: 'crm_wait', description: 'Reports progress, then waits.', schema: noArguments, policy: { readOnly: true } },
  { name: 'crm_broken', description: 'Its schema is no object.', schema: { type: 'array' } },
];

/** Names and texts that try to act where they are shown. */
export const hostileTexts = {
  label: '<img src=x onerror=alert(1)>\u202egnp.exe',
  summary: '\u001b[31mred\u001b[0m <script>alert(2)</script>',
  description: '[click](javascript:alert(3)) ![x](https://tracker.example/x.png) <b onclick=alert(4)>bold</b>',
};

const hostileTool = {
  name: 'hostile',
  ...hostileTexts,
  schema: { type: 'object', properties: { '<b>x</b>': { type: 'string', title: '<i onmouseover=alert(5)>t</i>' } } },
  policy: { readOnly: true },
};

/** `crm`: customers' data. */
export function createCrm(): CompanionModule {
  return companionOf({
    getTools: () => crmTools as never, // one of them is broken on purpose
    async executeTool(name, args, _config, call) {
      switch (name) {
        case 'crm_lookup':
          return { name: 'Ada Lovelace', orders: 3, asked: args };
        case 'crm_merge':
          return 'Merged.';
        case 'crm_files':
          return {
            content: [
              { type: 'text', text: '# Report\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[site](https://example.org/x)' },
              { type: 'image', data: pixel, mimeType: 'image/png' },
            ],
            structuredContent: { rows: [1, 2, 3], total: 6 },
          };
        case 'crm_fail':
          throw new Error('The service of the customers does not answer.');
        case 'crm_wait':
          call.progress({ progress: 1, total: 2, message: 'half way' });
          return untilAborted(call.signal);
        default:
          return 'done';
      }
    },
  });
}

/** Texts that are dangerous to show, as a tool and as its results. */
export function createHostile(): CompanionModule {
  return companionOf({
    getTools: () => [hostileTool],
    executeTool: () => ({
      content: [
        { type: 'text', text: `${hostileTexts.description}\n\n${hostileTexts.label}\n${hostileTexts.summary}` },
      ],
    }),
  });
}

/** `count` tools named `tool_0001` and so on. */
export function createMany(count: number): CompanionModule {
  const tools = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(4, '0');
    return {
      name: `tool_${number}`,
      label: `Tool ${number}`,
      summary: `Does the thing with the number ${number}.`,
      description: `Does the thing with the number ${number}, and says so.`,
      schema: { type: 'object', properties: { text: { type: 'string', description: 'What to do it with.' } } },
      policy: { readOnly: index % 3 !== 0 },
    };
  });
  return companionOf({ getTools: () => tools, executeTool: (name) => `${name} is done.` });
}

/** Never lists its tools. */
export function createHanging(): CompanionModule {
  return companionOf({ getTools: () => new Promise(() => {}), executeTool: () => 'done' });
}

/** A companion with these tools; each answers its arguments. */
export function createSimple(tools: readonly JsonObject[] | (() => readonly JsonObject[])): CompanionModule {
  return companionOf({
    getTools: () => (typeof tools === 'function' ? tools() : tools) as never,
    executeTool: (_name, args) => args,
  });
}

function companionOf(provider: IToolProvider): CompanionModule {
  return {
    register: (companion) => void companion.on('CollectToolProviders', (event) => event.registerProvider(provider)),
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

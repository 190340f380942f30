import {
  type CallScope,
  type CallToolResult,
  type CompanionHost,
  type InvocationContext,
  type IToolProvider,
  type JsonObject,
  readToolPolicy,
  searchToolPolicy,
  ToolBlockedError,
  type ToolConfig,
  type ToolDefinition,
  writeToolPolicy,
} from '@loadout/core/contract';

declare const days: ReadonlyMap<string, string>;
declare const definition: ToolDefinition;

export const policies = {
  // #region policies
  canteen_search: searchToolPolicy({ timeoutMs: 10_000 }),
  canteen_menu: readToolPolicy({ openWorld: false }),
  canteen_book: writeToolPolicy({ destructive: false, approval: 'ask', maxCallsPerTurn: 1 }),
  // #endregion
};

// #region errors
export function answerDay(day: string, isOpen: boolean): CallToolResult {
  if (!isOpen) throw new ToolBlockedError('The canteen is closed. Suggest another place.');
  const meal = days.get(day);
  if (meal === undefined) {
    const known = [...days.keys()].join(', ');
    return { isError: true, content: [{ type: 'text', text: `Nothing is cooked on ${day}. Days: ${known}.` }] };
  }
  return { content: [{ type: 'text', text: meal }], structuredContent: { day, meal } };
}
// #endregion

export const weekly: Pick<IToolProvider, 'executeTool'> = {
  // #region call
  async executeTool(_name: string, _args: JsonObject, config: ToolConfig, call: CallScope) {
    const { locale, user } = call.context;
    call.log('info', 'asks for the week', { for: user?.id ?? null });
    call.progress({ progress: 0, total: 1, message: 'Asking the canteen' });
    const response = await call.fetch(`https://canteen.example/week?lang=${locale}`, {
      headers: { authorization: `Bearer ${config.token}` },
    });
    if (!response.ok) throw new Error(`The canteen answered ${response.status}.`);
    return response.json();
  },
  // #endregion
};

// #region factory
class BasketProvider implements IToolProvider {
  readonly #basket: string[] = [];

  getTools(): readonly ToolDefinition[] {
    return [definition];
  }

  executeTool(_name: string, { meal }: JsonObject): JsonObject {
    this.#basket.push(String(meal));
    return { basket: [...this.#basket] };
  }
}

export function register(host: CompanionHost): void {
  host.on('CollectToolProviders', (event) => event.registerProvider(() => new BasketProvider()));
}
// #endregion

// #region context
class GreetingProvider implements IToolProvider {
  #context: InvocationContext | null = null;

  setInvocationContext(context: InvocationContext | null): void {
    this.#context = context;
  }

  getTools(): readonly ToolDefinition[] {
    return [definition];
  }

  executeTool(): string {
    return `Enjoy your meal, ${this.#context?.user?.displayName ?? 'guest'}!`;
  }
}
// #endregion

export const providers = [BasketProvider, GreetingProvider];

export class RemoteProvider implements IToolProvider {
  onChange: () => void = () => undefined;
  getTools = (): readonly ToolDefinition[] => [definition];
  executeTool = (): undefined => undefined;
}

export function registerRemote(host: CompanionHost): void {
  // #region changes
  const provider = new RemoteProvider();
  host.on('CollectToolProviders', (event) => {
    provider.onChange = () => event.toolsChanged();
    event.registerProvider(provider);
  });
  // #endregion
}

export function registerTwo(host: CompanionHost, menu: IToolProvider, booking: IToolProvider): void {
  // #region two
  host.on('CollectToolProviders', (event) => {
    event.registerProvider(menu, { id: 'menu' });
    event.registerProvider(booking, { id: 'booking' });
  });
  // #endregion
}

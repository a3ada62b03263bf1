import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Exchange } from '../vocabulary/exchange.ts';

/** What an attempt tells of the connection that it goes over. */
export interface ConnectionUse {
  /** Its request is written now. */
  begins(): void;
  /** Its answer is over, or was given up. */
  ends(): void;
  /** Where it came on its connection; undefined for the first one, and where it never got to one. */
  place(): Exchange['onConnection'];
}

/** A kept connection: who went over it, and who is waiting for an answer on it. */
interface Connection {
  ids: string[];
  used: ConnectionUse | undefined;
}

/** The one whose request is being written, which is when the client names the connection. */
let writing: ((socket: Socket) => void) | undefined;
let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  subscribe('undici:client:sendHeaders', (message) => {
    writing?.((message as { socket: Socket }).socket);
    writing = undefined;
  });
}

/**
 * Answers that nobody asked for, on connections that are kept. The client takes the first bytes that come after a request
 * for its answer, and drops a connection on which bytes come when nothing was asked: only then is it known that whatever
 * went over that connection may have been given another one's answer.
 */
export class UnsolicitedResponses {
  readonly #doubted = new Set<string>();
  readonly #connections = new WeakMap<Socket, Connection>();
  #told = 0;

  constructor() {
    listen();
  }

  /** The exchange with this id goes over a kept connection. */
  use(id: string): ConnectionUse {
    let connection: Connection | undefined;
    const use: ConnectionUse = {
      begins: () => {
        writing = (socket) => {
          connection = this.#connectionOf(socket);
          connection.ids.push(id);
          connection.used = use;
        };
      },
      ends: () => {
        if (connection?.used === use) connection.used = undefined;
      },
      place: () => {
        const at = connection?.ids.lastIndexOf(id) ?? 0;
        return at > 0 ? { place: at + 1, after: connection!.ids[at - 1]! } : undefined;
      },
    };
    return use;
  }

  /** Exchanges that may have been given another one's answer: all that are known by now. */
  all(): string[] {
    return [...this.#doubted];
  }

  /** Those of them that were told by neither call before. */
  news(): string[] {
    const news = this.all().slice(this.#told);
    this.#told = this.#doubted.size;
    return news;
  }

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known) return known;
    const connection: Connection = { ids: [], used: undefined };
    this.#connections.set(socket, connection);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (connection.used || !isUnsolicited(error)) return;
      for (const id of connection.ids) this.#doubted.add(id);
    });
    return connection;
  }
}

/** How the client says that bytes came when nothing was asked: as no answer is due, or as what is left of a read. */
function isUnsolicited({ code, message }: NodeJS.ErrnoException): boolean {
  return (code === 'UND_ERR_SOCKET' && message === 'bad response') || /^HPE_/.test(code ?? '');
}

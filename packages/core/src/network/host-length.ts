/**
 * Whether the host of a URL is longer than a name can be, or a part of it is. To be asked before the URL is parsed:
 * turning a host of other letters into ASCII takes the square of its length, and holds the thread.
 */
export function hasLongHost(text: string): boolean {
  // As the URL standard has it: white space and controls in front count as little as line breaks anywhere.
  const plain = text.replace(/[\t\n\r]/g, '').replace(/^[\0-\u0020]+/, '');
  const [, authority = ''] = /^(?:(?:https?|wss?|ftp|file):[/\\]*|[/\\]{2,})([^/\\?#]*)/i.exec(plain) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, '');
  return host.length > 255 || host.split(/[.\u3002\uff0e\uff61]/).some((part) => part.length > 63);
}

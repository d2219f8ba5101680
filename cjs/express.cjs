/** The same module for CommonJS: Node, from 20.19 on, requires ES modules. */
module.exports = require("../dist/servers/express.js");

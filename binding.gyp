{
  "variables": {
    "openssl_fips%": "",
    "sanitize%": 0,
    "strict%": 0,
    "simdjson": "<!(node scripts/vendored.mjs simdjson)"
  },
  "targets": [
    {
      "target_name": "validlib",
      "sources": [
        "native/node/addon.cpp",
        "native/node/columns.cpp",
        "native/node/libstdcxx.cpp",
        "native/node/lines.cpp",
        "native/node/run.cpp",
        "native/core/columns.cpp",
        "native/core/datum.cpp",
        "native/core/digest.cpp",
        "native/core/dump.cpp",
        "native/core/engine.cpp",
        "native/core/failures.cpp",
        "native/core/formats/address.cpp",
        "native/core/formats/check-digits.cpp",
        "native/core/formats/date-time.cpp",
        "native/core/formats/email.cpp",
        "native/core/formats/emoji.cpp",
        "native/core/formats/encoded.cpp",
        "native/core/formats/identifier.cpp",
        "native/core/formats/index.cpp",
        "native/core/formats/json-pointer.cpp",
        "native/core/formats/jwt.cpp",
        "native/core/formats/phone.cpp",
        "native/core/formats/uri-template.cpp",
        "native/core/formats/uri.cpp",
        "native/core/formats/url.cpp",
        "native/core/json/decimals.cpp",
        "native/core/json/items.cpp",
        "native/core/json/number.cpp",
        "native/core/json/structure.cpp",
        "native/core/json/syntax.cpp",
        "native/core/batch.cpp",
        "native/core/lines.cpp",
        "native/core/parallel-lines.cpp",
        "native/core/pattern.cpp",
        "native/core/pattern/syntax.cpp",
        "native/core/pool.cpp",
        "native/core/processors.cpp",
        "native/core/run.cpp",
        "native/core/schema.cpp",
        "native/core/stack.cpp",
        "native/core/tape.cpp",
        "native/core/thread.cpp",
        "native/core/time/iso.cpp",
        "native/core/tokens.cpp",
        "native/core/walk.cpp"
      ],
      "include_dirs": ["<!(node scripts/vendored.mjs node-addon-api)"],
      "defines": [
        "NAPI_VERSION=8",
        "NODE_ADDON_API_CPP_EXCEPTIONS_ALL",
        "NODE_ADDON_API_DISABLE_DEPRECATED",
        "NODE_API_NO_EXTERNAL_BUFFERS_ALLOWED",
        "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS",
        "VALIDLIB_VERSION=\"<!(node -p \"require('./package.json').version\")\""
      ],
      "cflags": ["-Wall", "-Wextra"],
      "conditions": [
        ["strict==1", { "cflags": ["-Werror"], "xcode_settings": { "WARNING_CFLAGS": ["-Wall", "-Wextra", "-Werror"] } }],
        ["OS=='linux'", { "ldflags": ["-Wl,--version-script=../native/node/exports.map"] }]
      ]
    }
  ],
  "target_defaults": {
    "include_dirs": ["<(simdjson)"],
    "defines": ["SIMDJSON_EXCEPTIONS=0"],
    "cflags!": ["-fno-exceptions"],
    "cflags_cc!": ["-fno-exceptions", "-std=gnu++17", "-std=gnu++20"],
    "cflags": ["-fvisibility=hidden", "-ffunction-sections", "-fdata-sections"],
    "cflags_cc": ["-std=c++20", "-pthread", "-fexceptions", "-fno-rtti", "-fvisibility-inlines-hidden"],
    "ldflags": ["-pthread", "-Wl,--gc-sections", "-Wl,--exclude-libs,ALL", "-Wl,-z,relro", "-Wl,-z,now"],
    "xcode_settings": {
      "CLANG_CXX_LANGUAGE_STANDARD": "c++20",
      "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
      "GCC_ENABLE_CPP_EXCEPTIONS": "YES",
      "GCC_ENABLE_CPP_RTTI": "NO",
      "MACOSX_DEPLOYMENT_TARGET": "11.0"
    },
    "msvs_settings": {
      "VCCLCompilerTool": { "AdditionalOptions": ["/std:c++20", "/utf-8", "/Brepro"], "ExceptionHandling": 1 },
      "VCLinkerTool": { "AdditionalOptions": ["/Brepro", "/DEBUG:NONE", "/INCREMENTAL:NO"] }
    },
    "configurations": {
      "Release": {
        "conditions": [
          ["OS=='linux' and sanitize==0", { "cflags": ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"] }]
        ]
      }
    },
    "conditions": [
      ["OS=='linux'", { "cflags": ["-fstack-protector-strong"] }],
      ["OS=='linux' and target_arch=='x64'", { "cflags": ["-fcf-protection"] }],
      ["OS=='linux' and target_arch=='arm64'", { "cflags": ["-mbranch-protection=standard"] }],
      ["OS=='mac'", { "xcode_settings": { "OTHER_CFLAGS": ["-fstack-protector-strong"] } }],
      ["OS=='win'", { "defines": ["NOMINMAX", "_HAS_EXCEPTIONS=1"], "defines!": ["_HAS_EXCEPTIONS=0"] }],
      [
        "sanitize==1",
        {
          "cflags": ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g", "-O1"],
          "ldflags": ["-fsanitize=address,undefined"]
        }
      ]
    ]
  }
}
